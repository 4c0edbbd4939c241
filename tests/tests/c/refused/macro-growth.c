// refused: 8: The preprocessed text has more than 2000000 tokens.
#define A(x) x x x x x x x x x x
#define B(x) A(A(x))
#define C(x) B(B(x))
#define D(x) C(C(x))
#define E(x) D(D(x))
int main() {
  E(1;)
}
