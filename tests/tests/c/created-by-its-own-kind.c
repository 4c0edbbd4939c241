// expect: safe
// A thread creates one of its own kind, with an argument of its own.
#include <assert.h>
#include <pthread.h>

void *descend(void *argument) {
    long depth = (long)argument;
    assert(depth <= 5);
    pthread_t next;
    if (depth < 5)
        pthread_create(&next, 0, descend, (void *)(depth + 1));
    return 0;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, 0, descend, 0);
    return 0;
}
