// fault: stack 3
int depth(int level) {
  return depth(level + 1) + 1;
}
int main(void) { return depth(0); }
