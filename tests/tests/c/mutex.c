// expect: safe
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *t(void *arg) { pthread_mutex_lock(&m); x++; assert(x == 1); x--; pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t id; while (1) pthread_create(&id, 0, t, 0); }
