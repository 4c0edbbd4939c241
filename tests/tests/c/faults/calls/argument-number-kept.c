// expect: safe
#include <assert.h>
#include <stdlib.h>
int main(int argc, char *argv[]) {
  if (argc < 2) return 1;
  int number = atoi(argv[1]);
  assert(argc >= 2 && number == atoi(argv[1]));
}
