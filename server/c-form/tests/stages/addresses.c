// stages: promoted
// Known addresses become places, unless the object does not live any more, or the access is outside of it.
void swap(int *a, int *b) {
  int old = *a;
  *a = *b;
  *b = old;
}

int outside(void) {
  int one = 1;
  int *p = &one + 1;
  return *p;
}

int *escaped(void) {
  int gone = 1;
  int *p = &gone;
  return p;
}

int unknown(void);

int main(void) {
  int a = unknown(), b = unknown();
  swap(&a, &b);
  int *p = &a;
  if (p == &b) return 3;
  if (unknown()) return outside();
  if (unknown()) return *escaped();
  return a - *p + b;
}
