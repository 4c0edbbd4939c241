// expect: safe --property race
// An array with more elements than are known one by one: all are known together.
#include <pthread.h>

int hits[1000], total;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *count(void *unused) {
    for (int i = 0; i < 1000; i++) {
        pthread_mutex_lock(&m);
        hits[i]++;
        total++;
        pthread_mutex_unlock(&m);
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
