// expect: unsafe
#include <pthread.h>
pthread_barrier_t b;
int main() { pthread_barrier_wait(&b); }
