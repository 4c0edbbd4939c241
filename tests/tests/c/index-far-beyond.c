// expect: unsafe
// The pointer `a + 3` is wrong before anything is read there.
unsigned char a[2];
int n;
int main() {
  a[({ n++; })] = a[3 + 0];
  return 0;
}
