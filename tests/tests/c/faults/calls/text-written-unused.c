// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  char name[12];
  int worker = 3;
  snprintf(name, sizeof name, "worker-%d", worker);
  assert(worker == 3);
}
