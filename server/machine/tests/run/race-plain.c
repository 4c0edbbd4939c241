// kinds: race
// fault: race 17
// runs: 60
#include <pthread.h>

static int shared;

static void *reads(void *unused) { return shared ? unused : 0; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reads, 0);
    // Where the thread comes first, this is where the two meet.
    pthread_t self = pthread_self();
    (void)self;
    shared = 1;
    pthread_join(thread, 0);
    return 0;
}
