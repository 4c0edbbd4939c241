// expect: safe
// Alignment changes no value.
#include <assert.h>
#include <stdatomic.h>
struct ring { _Alignas(128) atomic_uint write; _Alignas(128) atomic_uint read; } ring;
int main(void) {
  ring.write += 2;
  assert(ring.read == 0);
}
