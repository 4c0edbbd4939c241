// expect: unsafe --property overflow --int math
int main() {
  int i = 65536;
  return i * 65536;
}
