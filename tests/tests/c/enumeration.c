// expect: safe
// The type of an enumeration is unsigned unless one of its constants is negative, as compilers for Linux have it;
// its constants are of type `int`.
#include <assert.h>

enum level { LOW, MIDDLE = 5, HIGH };
enum difference { LESS = -1, EQUAL, MORE };

enum level level = LOW;
enum difference difference = EQUAL;

int main() {
  level--;
  assert(level > HIGH);
  assert(HIGH / -3 == -2);
  assert((enum level)HIGH / -3 == 0);
  difference -= MORE;
  assert(difference == LESS);
  assert(difference < 0);
}
