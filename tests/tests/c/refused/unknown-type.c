// refused: 2: `item_t` is not the name of a type.
int main() { item_t *next = 0; return next != 0; }
