// refused: 4: Not supported: a change of `i` and another access to it in no defined order.
int items[3];
int main() {
  for (int i = 0; i < 3; ) items[i] = i++;
}
