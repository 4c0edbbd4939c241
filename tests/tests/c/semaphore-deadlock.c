// expect: unsafe --property deadlock
#include <semaphore.h>
sem_t s;
int main() { sem_init(&s, 0, 1); sem_wait(&s); sem_wait(&s); }
