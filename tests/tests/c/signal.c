// expect: safe
#include <pthread.h>
pthread_mutex_t m; pthread_cond_t c; int ready, woken;
void *t(void *arg) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); assert(ready); pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t id; pthread_create(&id, 0, t, 0); pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); }
