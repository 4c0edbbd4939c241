// expect: unsafe
// A call with more arguments than the function takes is undefined, also where the pointer went through another type.
int twice(int n) { return 2 * n; }
int main() {
  void *hidden = (void *) twice;
  int (*more)(int, int) = (int (*)(int, int)) hidden;
  assert(more(1, 2) == 2);
}
