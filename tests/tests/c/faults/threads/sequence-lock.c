// expect: safe --timeout 2 --int math
// known gap: unknown
// What is read between two equal even numbers belongs together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int version, hours, minutes;
void *clock_hand(void *unused) {
  for (;;) {
    int old = version;
    if (old % 2 != 0 || !atomic_compare_exchange_strong(&version, &old, old + 1)) continue;
    hours = 1 - hours;
    minutes = 1 - minutes;
    version = version + 1;
  }
}
void *looks(void *unused) {
  for (;;) {
    int old = version;
    if (old % 2 != 0) continue;
    int h = hours, m = minutes;
    if (version == old) assert(h == m);
  }
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, clock_hand, 0);
  pthread_create(&thread, 0, looks, 0);
}
