// expect: safe
#include <assert.h>
#include <string.h>
struct record { int key; char name[4]; } first, second;
int numbers[3] = {1, 2, 3}, copy[3];
int main() {
  char line[4];
  memset(line, 'a', sizeof line);
  memset(&first, 0, sizeof first);
  first.key = strlen("abc");
  memcpy(&second, &first, sizeof(struct record));
  memcpy(copy, numbers, 3 * sizeof(int));
  memset(numbers, 0, sizeof numbers);
  assert(line[3] == 'a' && second.key == 3 && second.name[0] == 0 && copy[2] == 3 && numbers[2] == 0);
}
