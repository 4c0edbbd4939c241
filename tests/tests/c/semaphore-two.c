// expect: unsafe
#include <semaphore.h>
#include <pthread.h>
sem_t s;
int x;
void *t(void *arg) { sem_wait(&s); x++; assert(x == 1); x--; sem_post(&s); return 0; }
int main() { pthread_t id; sem_init(&s, 0, 2); while (1) pthread_create(&id, 0, t, 0); }
