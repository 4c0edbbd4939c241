// expect: safe
struct entry { int key; void *value; };
struct entry first, second;
void *global = (void *)7;
void *stored(void *value) { return value; }
int main() {
  void *local = (void *)5;
  first.value = local;
  second = first;
  assert((long)second.value == 5 && (long)global == 7);
  assert((int)stored((void *)9) == 9 && local != 0);
}
