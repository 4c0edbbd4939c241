// A thread is joined that was never created.
#include <pthread.h>

static pthread_t thread;

int main(void)
{
    pthread_join(thread, NULL); // fault: misuse
}
