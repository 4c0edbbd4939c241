// expect: unsafe
#include <pthread.h>
pthread_rwlock_t lock;
int x;
void *t(void *arg) { pthread_rwlock_rdlock(&lock); x++; assert(x == 1); x--; pthread_rwlock_unlock(&lock); return 0; }
int main() { pthread_t id; pthread_rwlock_init(&lock, 0); while (1) pthread_create(&id, 0, t, 0); }
