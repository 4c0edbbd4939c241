// expect: unsafe
// An element of a local array that was not written has any value.
#include <assert.h>
#include <pthread.h>

extern unsigned any(void);

void *work(void *unused) {
    int entry[1000];
    for (int i = 0; i < 500; i++)
        entry[i] = 1;
    int seen = entry[700];
    assert(seen == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
