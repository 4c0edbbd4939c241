// expect: unsafe
// The addition to one of them writes the other one as well.
#include <assert.h>
#include <pthread.h>
struct { unsigned a : 4, b : 4; } counts;
void *count(void *unused) { counts.a++; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  counts.b++;
  pthread_join(t, 0);
  assert(counts.a == 1 && counts.b == 1);
}
