// expect: unsafe
#include <assert.h>
#include <string.h>
int key = 3;
int wipe(void) { memset(&key, 0, sizeof key); return 0; }
int main(void) {
  int kept = key | wipe();
  assert(kept == 3);
}
