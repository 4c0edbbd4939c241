// expect: safe
#include <stdio.h>
#define LOG(...) fprintf(stderr, __VA_ARGS__)
#define LOG_LINE(format, ...) printf("%s %s %d: " format, __FILE__, __func__, __LINE__, ##__VA_ARGS__)
#define GNU(first, rest...) (first + second(rest))
#define NAME(a, b, c) a ## b##_##c
#define JOIN(a, b) a##b
#define CHECK(condition) if (!(condition)) { LOG("failed: %s\n", #condition); assert(0); }
#define COUNTER(name) int JOIN(name, _count) = 1
#define FIRST x
#define UNSIGNED(n) n##u
int second(int a, int b) { return b; }
int main() {
  COUNTER(line);
  int NAME(x, , y) = 2, FIRST1 = 4;
  LOG("begin\n");
  LOG_LINE("no argument\n");
  LOG_LINE("%d %d\n", line_count, x_y);
  CHECK(__LINE__ == 19);
  CHECK(line_count == 1 && GNU(3, 4, 5) == 8);
  CHECK(JOIN(FIRST, 1) + UNSIGNED(3) == 7);
}
