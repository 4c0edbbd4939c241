// expect: unsafe --property deadlock
#include <pthread.h>
pthread_barrier_t b;
void *t(void *arg) { pthread_barrier_wait(&b); return 0; }
int main() { pthread_t id; pthread_barrier_init(&b, 0, 3); pthread_create(&id, 0, t, 0); pthread_barrier_wait(&b); }
