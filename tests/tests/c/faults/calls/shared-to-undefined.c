// expect: unsafe
#include <assert.h>
int shared;
void fill(int *target);
int main() { fill(&shared); assert(shared == 0); }
