// expect: safe
// An array that is filled as a whole.
#include <assert.h>
#include <pthread.h>
#include <string.h>

int entry[1000];
extern unsigned any(void);

void *work(void *unused) {
    memset(entry, 0xff, sizeof entry);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = entry[any() % 1000];
    assert(seen == 0 || seen == -1);
    pthread_join(thread, 0);
    return 0;
}
