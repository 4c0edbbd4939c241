// fault: unreachable 2
_Noreturn void leave(int a) {
  if (a) for (;;);
}
int main(void) { leave(0); }
