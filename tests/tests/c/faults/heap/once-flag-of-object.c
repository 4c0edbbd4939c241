// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct module { int users; pthread_once_t started; };
int starts;
void start(void) { starts += 1; }
int main(void) {
  struct module *module = malloc(sizeof(struct module));
  module->started = PTHREAD_ONCE_INIT;
  pthread_once(&module->started, start);
  assert(starts != 1);
}
