// refused: 5: Expected the value of a case: a constant, known before the program runs.
int x;
int main() {
  switch (x) {
  case x: ;
  }
}
