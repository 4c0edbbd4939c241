// fault: alignment 5
char bytes[16];
int main(void) {
  int *p = (int *)((char *)((int *)bytes) + 1);
  *p = 1;
  return 0;
}
