// refused: 2: `#pragma weak` is not read: use the attribute `weak`.
#pragma weak function
int function(void);
int main() { return function != 0; }
