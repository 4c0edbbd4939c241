// expect: unsafe --property race
#include <pthread.h>
union { int whole; char bytes[4]; } u;
void *t(void *arg) { u.bytes[2] = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); u.whole = 3; pthread_join(a, 0); return 0; }
