// expect: safe
#include <stdlib.h>
#include <pthread.h>
void *f(void *unused) { int *p = malloc(sizeof(int)); *p = 5; assert(*p == 5); free(p); return 0; }
int main() { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }
