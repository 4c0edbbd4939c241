// fault: pointer 4
int main(void) {
  int *p = 0;
  *p = 1;
}
