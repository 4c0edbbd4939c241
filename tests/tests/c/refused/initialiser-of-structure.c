// refused: 7: Not supported: a shift of 64 bits by more than 31.
struct limits {
  int low;
  int high;
};

struct limits limits = {1, 1LL << 40};

int main() { return limits.high; }
