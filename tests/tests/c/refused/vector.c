// refused: 2: Vector types are not read: use an array.
typedef int v4 __attribute__((vector_size(16)));
v4 x;
int main() { return 0; }
