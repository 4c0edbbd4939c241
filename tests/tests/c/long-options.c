// expect: safe
#include <assert.h>
#include <getopt.h>
#include <string.h>

int main() {
  static int loud;
  static const struct option options[] = {
    {"file", required_argument, 0, 'f'}, {"loud", no_argument, &loud, 1}, {0, 0, 0, 0}};
  char *arguments[] = {"program", "--file=a", "--loud", "-x", "rest", 0};
  assert(getopt_long(5, arguments, "x", options, 0) == 'f' && strcmp(optarg, "a") == 0);
  assert(getopt_long(5, arguments, "x", options, 0) == 0 && loud == 1);
  assert(getopt_long(5, arguments, "x", options, 0) == 'x');
  assert(getopt_long(5, arguments, "x", options, 0) == -1 && optind == 4);
}
