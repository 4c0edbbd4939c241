// refused: 4: Not supported: a pointer passed to `fill`, which has no definition.
int shared;
void fill(int *target);
int main() { fill(&shared); assert(shared == 0); }
