// refused: 4: Not supported: a flag of `pthread_once` that is not known here.
#include <pthread.h>
pthread_once_t flags[2]; void f(void) {}
int main() { int i; if (i >= 0 && i < 2) pthread_once(&flags[i], f); }
