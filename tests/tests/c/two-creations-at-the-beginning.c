// expect: safe --property race
// Two threads of one function, created by the first statements with different arguments: each has an element.
#include <pthread.h>

int result[2000];

void *work(void *argument) {
    long number = (long)argument;
    for (int i = 0; i < 1000; i++)
        result[1000 * number + i] = i;
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, work, (void *)0);
    pthread_create(&other, 0, work, (void *)1);
    return 0;
}
