// expect: unsafe --timeout 10
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct shared { atomic_uint owners; };
void *owner(void *unused) {
  struct shared *mine = malloc(sizeof *mine);
  mine->owners = 1;
  unsigned before = atomic_fetch_sub(&mine->owners, 1);
  assert(before != 1);
  return 0;
}
int main(void) {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, owner, 0);
}
