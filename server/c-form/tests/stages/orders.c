// stages: promoted
int x, items[2];

int set(int to) {
  x = to;
  return to;
}

int main(int count, char **arguments) {
  int r = x + set(1);
  items[count & 1] = items[count & 3]++;
  x = 2 * set(3);
  return r;
}
