// refused: 2: The address of a weak object without a definition may be null, which is not read: define it.
extern int object __attribute__((weak));
int main() { return &object != 0; }
