// fault: uninitialised 6
// kinds: uninitialised
int main(int argc, char **argv) {
  int value;
  if (argc > 5) value = 1;
  return value + 1 > 0;
}
