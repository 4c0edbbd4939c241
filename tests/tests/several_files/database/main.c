// expect: safe
#include <assert.h>
#include "limits_of_queue.h"
#ifndef OF_MAIN
#error "the options of the database are not read"
#endif
void push(void);
int size(void);

int main(void) {
  push();
  assert(size() == LIMIT);
}
