// expect: unsafe --property race
#include <pthread.h>
static int *where; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void publish(int *p) { pthread_mutex_lock(&m); where = p; pthread_mutex_unlock(&m); }
static void work(void) { int x[3] = { 0, 1, 2 }; publish(&x[1]); for (int i = 0; i < 3; i++) x[i] = i; publish(0); }
void *t(void *arg) { work(); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); pthread_mutex_lock(&m); if (where) ++*where; pthread_mutex_unlock(&m); pthread_join(a, 0); return 0; }
