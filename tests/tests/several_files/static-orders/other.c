static int get(int value) {
  return value;
}

static int both(void) { return get(1) + get(2); }

int of_other(void) {
  return both();
}
