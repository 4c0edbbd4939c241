// refused: 5: A constant is required here.
int x;
int main() {
  switch (x) {
  case x: ;
  }
}
