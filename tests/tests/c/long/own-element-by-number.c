// expect: safe --property race
// Each thread writes the element of its own number.
#include <pthread.h>

#define N 1000

int result[N];

void *work(void *argument) {
    long number = (long)argument;
    result[number] = (int)number;
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (long i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
