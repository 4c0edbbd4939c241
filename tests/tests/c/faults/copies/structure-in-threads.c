// expect: unsafe --timeout 20
#include <assert.h>
#include <pthread.h>
struct stop { struct stop *onward; int fare; } last = { 0, 30 }, middle = { &last, 20 }, first = { &middle, 10 };
void *ride(void *unused) {
  struct stop here = first;
  here = *here.onward;
  assert(here.fare == 30);
  return 0;
}
int main(void) {
  pthread_t rider;
  for (;;) pthread_create(&rider, 0, ride, 0);
}
