// expect: unsafe
#include <pthread.h>
void *see(void *p) { int *x = p; assert(*x == 1); return 0; }
int main() { pthread_t t; int x; pthread_create(&t, 0, see, &x); x = 1; }
