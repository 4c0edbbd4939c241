// refused: 2: `item_t` is not declared. Declare it before.
int main() { item_t *next = 0; return next != 0; }
