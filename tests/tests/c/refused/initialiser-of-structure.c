// refused: 7: Not supported: a shift by something other than a constant from 0 to 31.
struct limits {
  int low;
  int high;
};

struct limits limits = {1, 1 << 40};

int main() { return limits.high; }
