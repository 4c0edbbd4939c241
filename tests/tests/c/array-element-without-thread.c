// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
extern int nondet(void);
void *thread(void *arg) { return 0; }
int main(void) {
  int n = nondet();
  if (n < 2)
    return 0;
  pthread_t *threads = malloc(n * sizeof *threads);
  for (int i = 1; i < n; i++)
    pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], 0);
}
