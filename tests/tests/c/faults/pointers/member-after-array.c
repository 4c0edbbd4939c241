// expect: unsafe
struct { int of[2]; int after; } pair;
int main(int argc, char **argv) {
  int i = argc > 2 ? 2 : 0;
  pair.of[i] = 1;
}
