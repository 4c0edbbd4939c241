// expect: unsafe --property race
#include <pthread.h>
pthread_rwlock_t lock;
int x;
void *t(void *arg) { pthread_rwlock_rdlock(&lock); x = 1; pthread_rwlock_unlock(&lock); return 0; }
int main() { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); }
