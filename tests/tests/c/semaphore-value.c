// expect: safe
#include <assert.h>
#include <semaphore.h>
sem_t s;
int main() { int value; sem_init(&s, 0, 2); sem_wait(&s); sem_getvalue(&s, &value); assert(value == 1); }
