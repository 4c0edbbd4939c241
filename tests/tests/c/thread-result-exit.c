// expect: unsafe
#include <pthread.h>
void leave(int value) { pthread_exit((void *)(long)value); }
void *f(void *unused) { leave(3); return 0; }
int main() { pthread_t t; long r; pthread_create(&t, 0, f, 0); pthread_join(t, (void **)&r); assert(r != 3); }
