// expect: unsafe
// Each of any number of threads creates another one, and passes its argument on.
#include <assert.h>
#include <pthread.h>

void *inner(void *argument) {
    long number = (long)argument;
    assert(number < 3);
    return 0;
}

void *outer(void *argument) {
    pthread_t thread;
    pthread_create(&thread, 0, inner, argument);
    return 0;
}

int main(void) {
    pthread_t thread;
    for (long i = 0; i < 100; i++)
        pthread_create(&thread, 0, outer, (void *)(i % 4));
    return 0;
}
