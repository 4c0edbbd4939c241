// expect: safe
// A function without a prototype gets promoted arguments, by its name and by a pointer.
int sum(first, second) char first; short second; { return first + second; }
int main() {
  int (*pointer)() = sum;
  assert(sum(1, 2) == 3 && pointer(3, 4) == 7);
}
