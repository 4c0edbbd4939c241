// expect: safe --property deadlock
// A thread that tries again and again does not wait.
#include <pthread.h>
int taken;
int main() {
  while (!__sync_bool_compare_and_swap(&taken, 0, 1)) {}
  while (!__sync_bool_compare_and_swap(&taken, 0, 1)) {}
}
