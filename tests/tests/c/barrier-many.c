// expect: unsafe
#include <pthread.h>
pthread_barrier_t b;
int x;
void *t(void *arg) { pthread_barrier_wait(&b); x++; assert(x == 1); x--; return 0; }
int main() { pthread_t id; pthread_barrier_init(&b, 0, 2); while (1) pthread_create(&id, 0, t, 0); }
