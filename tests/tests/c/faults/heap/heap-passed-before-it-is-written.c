// expect: unsafe --timeout 20
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct job { int a; };
void *work(void *p) { struct job *j = p; assert(j->a != 3); return 0; }
int main() {
  pthread_t t;
  struct job *j = malloc(sizeof *j);
  pthread_create(&t, 0, work, j);
  j->a = 1;
  pthread_join(t, 0);
}
