// expect: unsafe --property race
// A function is executed by two threads that two statements create.
#include <pthread.h>

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *count(void *unused) {
    for (int i = 0; i < 100000; i++) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        n = i;
    }
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
