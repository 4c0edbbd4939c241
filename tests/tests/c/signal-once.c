// expect: safe
#include <pthread.h>
pthread_mutex_t m; pthread_cond_t c; int woken;
void *t(void *arg) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); woken++; assert(woken < 2); pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); pthread_cond_signal(&c); }
