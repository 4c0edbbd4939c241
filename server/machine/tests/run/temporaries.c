// output: 11249925000
// Structures that functions return do not exhaust the memory.
int printf(const char *, ...);

struct result { int value; char rest[8000]; };

static struct result made(int value) {
  struct result result = { value };
  return result;
}

int main(void) {
  long long sum = 0;
  for (int i = 0; i < 150000; i++)
    sum += made(i).value;
  printf("%lld\n", sum);
  return 0;
}
