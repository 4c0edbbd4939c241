// stages: lowered
int i, numbers[3];

int f(void);

int both(int *p) {
  i = i++ + *p;
  numbers[i++] = f() + (i ? f() : -1);
  return i && f() || !i;
}
