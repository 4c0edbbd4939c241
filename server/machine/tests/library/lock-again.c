// A mutex of the usual kind is locked twice: the thread waits for itself.
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&gate); // fault: deadlock
}
