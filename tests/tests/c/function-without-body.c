// expect: safe
#include <assert.h>
#include <pthread.h>
static int x;
void *f(void *);
int main() { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); }
