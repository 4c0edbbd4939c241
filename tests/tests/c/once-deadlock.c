// expect: unsafe --property deadlock
#include <pthread.h>
pthread_once_t flag = PTHREAD_ONCE_INIT;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void init(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
void *use(void *p) { pthread_mutex_lock(&m); pthread_once(&flag, init); pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, use, 0); pthread_once(&flag, init); }
