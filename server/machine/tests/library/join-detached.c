// A detached thread is joined.
#include <pthread.h>

static void *idle(void *value)
{
    return value;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, idle, NULL);
    pthread_join(thread, NULL); // fault: misuse
}
