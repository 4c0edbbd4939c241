// fault: index 4
int numbers[4];
int at(int i) {
  return numbers[i];
}
int main(void) { return at(3) + at(4); }
