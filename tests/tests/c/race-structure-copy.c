// expect: unsafe --property race
#include <pthread.h>
struct pair { int a, b; } g, h;
void *t(void *arg) { g.b = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); h = g; pthread_join(a, 0); return h.a; }
