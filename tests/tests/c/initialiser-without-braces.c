// expect: safe
#include <assert.h>
int table[][2] = {1, 2, 3, 4};
int main() { assert(table[1][1] == 4 && sizeof table == 4 * sizeof(int)); }
