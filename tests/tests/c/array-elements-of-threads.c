// expect: unsafe --property race
#include <pthread.h>
#include <stdlib.h>
extern int nondet(void);
int *cells;
void *thread(void *arg) {
  cells[(long)arg] = 1;
  return 0;
}
int main(void) {
  int n = nondet();
  if (n < 2)
    return 0;
  pthread_t t;
  cells = malloc(n * sizeof *cells);
  for (int i = 0; i < n; i++)
    pthread_create(&t, 0, thread, (void *)(long)(i / 2));
}
