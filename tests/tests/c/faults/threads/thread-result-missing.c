// expect: unsafe
#include <pthread.h>
void *f(void *unused) { }
int main() { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); assert((long)r < 70000); }
