// expect: safe --property race
#include <pthread.h>
union { int whole; char bytes[4]; } u;
void *t(void *arg) { u.bytes[2] = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); u.bytes[1] = 3; pthread_join(a, 0); return u.whole != 0; }
