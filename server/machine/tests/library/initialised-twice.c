// A semaphore is initialised twice.
#include <semaphore.h>

int main(void)
{
    sem_t places;
    sem_init(&places, 0, 1);
    sem_init(&places, 0, 2); // fault: misuse
}
