// expect: unsafe --engine prod
#include <assert.h>
#include <string.h>
int main(int argc, char *argv[]) {
  if (argc == 2 && strcmp(argv[1], "-v") == 0) assert(argv[0][0] != 'q');
}
