// expect: unsafe
// The locals of two threads have two addresses, also if nothing is in them.
#include <assert.h>
#include <pthread.h>

void *_Atomic first;

void *keep(void *unused) {
    int own;
    if (!first)
        first = &own;
    int is_mine = first == &own;
    assert(is_mine);
    while (1)
        ;
}

int main(void) {
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, keep, 0);
}
