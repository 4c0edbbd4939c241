// fault: overflow 4
int main(void) {
  unsigned short a = 65535;
  unsigned b = a * a;
  return b == 0;
}
