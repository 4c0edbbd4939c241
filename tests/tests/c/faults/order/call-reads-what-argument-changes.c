// expect: unsafe
#include <assert.h>
int stamp = 1;
int now(void) { return stamp; }
int later(int unused, int time) { return time; }
int main(void) {
  int seen = later(--stamp, now());
  assert(seen == 0);
}
