// expect: safe
#include <assert.h>
int main(int argc, char *argv[]) { if (argc == 2) assert(argv[argc] == 0 && argv[2] == 0 && argv[1] != 0); }
