// fault: index 5
int table[2][3];
int main(void) {
  int column = 3;
  table[0][column] = 1;
  return table[1][0];
}
