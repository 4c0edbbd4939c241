// refused: 3: Not supported: the heap in a function that several threads run; use global variables.
#include <pthread.h>
void *f(void *p) { int *q = malloc(sizeof(int)); return 0; }
int main() { pthread_t t; for (;;) pthread_create(&t, 0, f, 0); }
