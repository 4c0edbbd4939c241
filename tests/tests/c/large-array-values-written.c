// expect: unsafe
// The element that the thread has written may be seen.
#include <assert.h>
#include <pthread.h>

int state[2000];
extern unsigned any(void);

void *work(void *unused) {
    state[any() % 2000] = 7;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = state[any() % 2000];
    assert(seen == 0);
    pthread_join(thread, 0);
    return 0;
}
