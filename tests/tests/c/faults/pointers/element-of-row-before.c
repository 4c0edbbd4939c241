// expect: unsafe
int table[2][3];
int main(void) {
  int (*row)[3] = &table[1];
  return (*row)[-1];
}
