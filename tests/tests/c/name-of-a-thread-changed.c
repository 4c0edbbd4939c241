// expect: unknown
// Which thread has which name is not known: neither assertion is decided.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main() {
  char name[16];
  pthread_setname_np(pthread_self(), "worker");
  pthread_getname_np(pthread_self(), name, sizeof name);
  if (name[0] == 'w')
    assert(name[1] == 'o');
  else
    assert(0);
}
