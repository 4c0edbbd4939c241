// seeds 0..1
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum colour { RED, GREEN };

struct point {
  int x, y;
};

struct shape {
  enum colour colour;
  struct point corners[2];
  struct shape *next;
  unsigned flag : 1, count : 7;
};

struct shape square = { GREEN, { { 1, 2 }, { 3, 4 } }, 0, 1, 5 };
double ratio = 0.5;
unsigned long long large = 18446744073709551615u;
bool done;
const char *title = "shapes";
int numbers[1000];

static int area(const struct point *from, struct point to) {
  int width = to.x - from->x;
  return width * (to.y - from->y);
}

static struct shape *copy(const struct shape *shape) {
  struct shape *made = malloc(sizeof *made);
  memcpy(made, shape, sizeof *made);
  made->next = &square;
  return made;
}

int main(void) {
  struct shape *other = copy(&square);
  other->corners[1].x = 10;
  other->count = 100;
  numbers[500] = area(&other->corners[0], other->corners[1]);
  for (int i = 0; i < 2; i++) {
    int twice = 2 * i;
    ratio = ratio + twice;
  }
  square.colour = RED;
  done = true;
  free(other);
  assert(numbers[500] == 0);
}
