// A mutex is destroyed while it is locked.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t gate;
    pthread_mutex_init(&gate, NULL);
    pthread_mutex_lock(&gate);
    pthread_mutex_destroy(&gate); // fault: misuse
}
