// expect: safe --timeout 2
// known gap: unknown
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char *argv[]) {
  int n = 1, quiet = 0;
  assert(argc >= 0);
  if (argc < 2) {
    fprintf(stderr, "usage: %s [-q] n\n", argc ? argv[0] : "");
    exit(EXIT_FAILURE);
  }
  if (strcmp(argv[1], "-q") == 0) quiet = 1;
  n = atoi(argv[argc - 1]);
  if (n < 0 || n > 3) return 1;
  assert(n * n <= 9 && (quiet == 0 || quiet == 1));
}
