// refused: 3: Not supported: a type with the attribute `mode` or `vector_size`.
typedef int byte __attribute__((__mode__(__QI__)));
int main() { byte b = 255; assert(b == -1); }
