// expect: safe
#include <assert.h>
#include <pthread.h>
int runs;
void tidy(void *unused) { runs++; }
int main(void) {
  pthread_cleanup_push(tidy, 0);
  pthread_cleanup_pop(0);
  assert(runs == 0);
}
