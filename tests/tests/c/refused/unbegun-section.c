// refused: 2: No atomic section has begun here.
int main() { __VERIFIER_atomic_end(); }
