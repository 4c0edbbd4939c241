// expect: unsafe
int table[2][3];
int main(int argc, char **argv) {
  int column = argc > 2 ? 3 : 0;
  return table[0][column];
}
