struct item { char text[4]; int *place; };
static int value = 10;
static int next(void) { return --value; }
int of_other(void) {
  struct item item = {"abc", &value};
  int result = next();
  return item.text[3] == 0 ? *item.place : result + 1;
}
