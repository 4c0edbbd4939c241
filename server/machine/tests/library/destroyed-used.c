// A condition variable is used after it was destroyed.
#include <pthread.h>

int main(void)
{
    pthread_cond_t news;
    pthread_cond_init(&news, NULL);
    pthread_cond_destroy(&news);
    pthread_cond_signal(&news); // fault: misuse
}
