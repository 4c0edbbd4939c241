// expect: unsafe --property race --timeout 20
#include <pthread.h>
int *shared;
void *f(void *unused) { int *p = malloc(sizeof(int)); *p = 1; if (shared) *shared = 2; shared = p; return 0; }
int main() { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }
