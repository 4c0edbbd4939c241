// A barrier waits for more threads than there are.
#include <pthread.h>

static pthread_barrier_t meeting;

int main(void)
{
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_barrier_wait(&meeting); // fault: deadlock
}
