// A thread is joined twice.
#include <pthread.h>

static void *idle(void *value)
{
    return value;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, idle, NULL);
    pthread_join(thread, NULL);
    pthread_join(thread, NULL); // fault: misuse
}
