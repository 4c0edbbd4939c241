// refused: 3: Not supported: `sizeof` of this.
int x;
int main() { return sizeof x; }
