// expect: unsafe
// One of any number of threads is cancelled, and cleans up.
#include <assert.h>
#include <pthread.h>

int cleaned;

void clean(void *unused) {
    cleaned = 1;
}

void *wait_for_it(void *unused) {
    pthread_cleanup_push(clean, 0);
    while (1)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, wait_for_it, 0);
        pthread_cancel(thread);
        assert(cleaned == 0);
    }
}
