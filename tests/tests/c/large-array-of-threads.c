// expect: safe --property race
// A hundred threads whose identifiers are in an array: each is joined.
#include <pthread.h>

#define N 100

pthread_t threads[N];
int total;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *work(void *unused) {
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return total;
}
