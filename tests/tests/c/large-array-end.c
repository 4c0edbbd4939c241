// expect: unsafe
// One element too many.
#include <pthread.h>

int entry[1000];

void *work(void *unused) {
    for (int i = 0; i <= 1000; i++)
        entry[i] = i;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
