// fault: pointer 5
int main(int argc, char **argv) {
  int length = argc + 2, row[length];
  row[length - 1] = 0;
  row[length] = 1;
  return row[0];
}
