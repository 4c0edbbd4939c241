// refused: 2: Not supported: a pointer that is defined in another file.
extern int *elsewhere;
int main() { return *elsewhere; }
