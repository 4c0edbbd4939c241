// refused: 23: Not supported: atomic sections nested so deep.
int main() {
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
}
