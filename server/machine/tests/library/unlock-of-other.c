// A thread unlocks what another one holds.
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *opener(void *unused)
{
    pthread_mutex_unlock(&gate); // fault: misuse
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&gate);
    pthread_create(&thread, NULL, opener, NULL);
    pthread_join(thread, NULL);
}
