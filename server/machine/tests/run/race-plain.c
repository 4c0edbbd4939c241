// kinds: race
// fault: race
// runs: 60
#include <pthread.h>

static int shared;

static void *reads(void *unused) { return shared ? unused : 0; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reads, 0);
    shared = 1;
    pthread_join(thread, 0);
    return 0;
}
