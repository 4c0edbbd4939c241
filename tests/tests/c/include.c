// expect: safe
#include "include.h"
int main() { assert(ANSWER == 42 && answer() == 42); }
