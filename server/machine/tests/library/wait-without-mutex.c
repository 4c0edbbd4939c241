// A thread waits with a mutex that it does not hold.
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_wait(&news, &gate); // fault: misuse
}
