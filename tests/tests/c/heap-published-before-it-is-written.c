// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct pair { int a, b; } *shared;
void *reader(void *p) { if (shared) assert(shared->a < 7); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  struct pair *p = malloc(sizeof *p);
  shared = p;
  p->a = 1;
}
