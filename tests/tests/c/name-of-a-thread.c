// expect: unsafe
// A thread that the program does not name has the name of the program, which is open.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main() {
  char name[16];
  assert(pthread_getname_np(pthread_self(), name, 8) != 0);
  if (pthread_getname_np(pthread_self(), name, sizeof name) == 0)
    assert(name[0] == 0);
}
