// expect: unsafe
// Any number of threads create a thread each.
#include <assert.h>
#include <pthread.h>
int n;
void *last(void *unused) { n = 1; return 0; }
void *middle(void *unused) { pthread_t t; pthread_create(&t, 0, last, 0); return 0; }
int more(void);
int main() {
  while (more()) {
    pthread_t t;
    pthread_create(&t, 0, middle, 0);
  }
  assert(n == 0);
}
