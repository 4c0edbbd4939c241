// expect: unsafe
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *work(void *argument)
{
    (void)argument;
    sem_wait(&semaphore);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_destroy(&semaphore);
    pthread_exit(NULL);
}
