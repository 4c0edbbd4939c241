// stages: promoted
// What constants determine is computed, and calls that are too deep end the path.
int factorial(int n) {
  if (n <= 1) return 1;
  return n * factorial(n - 1);
}

void forever(void) { forever(); }

int main(void) {
  if (factorial(5) == 120) forever();
  return factorial(3);
}
