// expect: safe
#include <assert.h>
#define SIZE 4
struct item { int key, value; } items[SIZE], *found;
int numbers[SIZE] = {1, 2, 3, 4};
int sum(const int *p, unsigned n) { int s = 0; while (n--) s += *p++; return s; }
int sum_between(int *first, int *last) { int s = 0; for (; first != last; ++first) s += *first; return s; }
int length(const char *text) { const char *p = text; while (*p) p++; return p - text; }
int before(int *p) { return p[-1]; }
int main() {
  int s = 0, *q, *end = &numbers[SIZE];
  for (int *p = numbers; p < numbers + SIZE; p += 2) s += *p;
  assert(s == 4 && sum(numbers, SIZE) == 10 && sum_between(numbers + 1, end) == 9);
  q = &numbers[3];
  assert(q[-1] == 3 && q - numbers == 3 && *--q == 3 && end - q == 2 && q >= numbers);
  assert(before(&numbers[2]) == 2 && *(q - 1) == 2 && 1[numbers] == 2);
  for (struct item *p = items; p != items + SIZE; p++) p->key = p - items;
  found = items;
  while (found->key != 2) found++;
  found->value = 7;
  assert(items[2].value == 7 && found == &items[2] && length("abc") == 3);
}
