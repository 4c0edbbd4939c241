// refused: 5: Not supported: an atomic section that has ended on some ways to here only.
int x;
int main() {
  __VERIFIER_atomic_begin();
  if (x)
    __VERIFIER_atomic_end();
  x = 1;
}
