// expect: unsafe
// Threads of any number have handles of their own.
#include <assert.h>
#include <pthread.h>

pthread_t owner;
int is_owned;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *own(void *unused) {
    pthread_mutex_lock(&m);
    if (!is_owned) {
        owner = pthread_self();
        is_owned = 1;
    }
    int is_own = owner == pthread_self();
    assert(is_own);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, own, 0);
}
