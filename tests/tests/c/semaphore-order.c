// expect: safe
#include <semaphore.h>
#include <pthread.h>
sem_t ready;
int x;
void *t(void *arg) { x = 1; sem_post(&ready); return 0; }
int main() { pthread_t id; sem_init(&ready, 0, 0); pthread_create(&id, 0, t, 0); sem_wait(&ready); assert(x == 1); }
