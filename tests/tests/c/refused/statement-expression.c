// refused: 3: Not supported: a statement as an expression.
int main() {
  return ({ 1; });
}
