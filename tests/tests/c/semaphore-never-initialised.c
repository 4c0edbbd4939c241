// expect: unsafe
#include <semaphore.h>

/* No initial value makes a semaphore: the call does not just wait. */
static sem_t semaphore;

int main(void)
{
    sem_wait(&semaphore);
    return 0;
}
