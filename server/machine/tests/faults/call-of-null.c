// fault: pointer 4
int main(void) {
  int (*function)(void) = 0;
  return function();
}
