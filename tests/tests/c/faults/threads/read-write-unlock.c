// expect: unsafe
#include <pthread.h>
pthread_rwlock_t lock;
void *t(void *arg) { pthread_rwlock_unlock(&lock); return 0; }
int main() { pthread_t id; pthread_rwlock_rdlock(&lock); pthread_create(&id, 0, t, 0); }
