// expect: safe --property race
#include <pthread.h>
pthread_rwlock_t lock;
int x, y;
void *w(void *arg) { pthread_rwlock_wrlock(&lock); x = 1; pthread_rwlock_unlock(&lock); return 0; }
void *r(void *arg) { pthread_rwlock_rdlock(&lock); y = x; pthread_rwlock_unlock(&lock); return 0; }
int main() { pthread_t a, b, c; pthread_create(&a, 0, w, 0); pthread_create(&b, 0, w, 0); pthread_create(&c, 0, r, 0); }
