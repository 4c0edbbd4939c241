// expect: unsafe
// known gap: unknown
// Inputs that executions at random do not meet.
#include <assert.h>
#include <pthread.h>

unsigned any(void);

void *descend(void *argument) {
    long depth = (long)argument;
    pthread_t next;
    if (depth == 2 && any() % 1000003 == 77777 && any() % 1000003 == 88888 && any() % 1000003 == 99999)
        assert(0);
    if (depth < 5)
        pthread_create(&next, 0, descend, (void *)(depth + 1));
    return 0;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, 0, descend, 0);
    return 0;
}
