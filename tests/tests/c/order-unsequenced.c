// expect: unsafe
struct pair { int a, b; } pair = { 1, 2 };
int main(void) {
  int r = pair.a + pair.a++;
}
