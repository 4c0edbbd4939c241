// expect: safe
// Memory consists of bytes: the address is written whatever the type of the pointer to it.
int x = 4, *p, *q;
int main() {
  void **v = (void **)&p;
  if (nondet_int()) v = (void **)&q;
  *v = &x;
  assert(p == &x || q == &x);
}
