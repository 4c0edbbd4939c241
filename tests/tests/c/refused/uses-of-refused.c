// refused: 3: Not supported: floating point.
int main() {
  double sum = 0;
  sum = sum + missing;
  return sum > missing;
}
