// expect: unsafe --int math
#include <assert.h>
long long nondet_longlong(void);
int main(void) {
  long long distance = nondet_longlong();
  assert(distance < 4611686018427387905LL);
}
