// expect: safe
#include <assert.h>
#include <search.h>
#include <unistd.h>

struct item {
  struct item *next, *previous;
} first, second, third;

int compare(const void *key, const void *element) { return *(const int *)key != *(const int *)element; }

int main() {
  insque(&first, 0);
  insque(&third, &first);
  insque(&second, &first);
  assert(first.next == &second && second.next == &third && third.previous == &second);
  remque(&second);
  assert(first.next == &third && third.previous == &first && third.next == 0);

  int table[3] = {4, 5}, key = 5;
  size_t count = 2;
  assert(lfind(&key, table, &count, sizeof key, compare) == &table[1]);
  key = 6;
  assert(lfind(&key, table, &count, sizeof key, compare) == 0);
  assert(lsearch(&key, table, &count, sizeof key, compare) == &table[2] && count == 3 && table[2] == 6);

  char text[] = "abc", swapped[3];
  swab(text, swapped, 3);
  assert(swapped[0] == 'b' && swapped[1] == 'a');
}
