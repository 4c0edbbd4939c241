// refused: 8: The macros of this text stand for too many tokens; look for one that grows with each use.
#define A(x) x x x x x x x x x x
#define B(x) A(A(x))
#define C(x) B(B(x))
#define D(x) C(C(x))
#define E(x) D(D(x))
int main() {
  E(1;)
}
