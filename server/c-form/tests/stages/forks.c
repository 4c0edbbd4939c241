// stages: lowered threads
// Statements that new threads execute, with copies of the variables around them.
int sum;

int main(void) {
  int n = 2, numbers[2] = {3, 4};
  for (int i = 0; i < 2; i++) {
    __CPROVER_ASYNC_1: { int doubled = 2 * i; sum += n + numbers[i] + doubled; }
    n++;
  }
  __CPROVER_ASYNC_2: sum = 0;
  return n;
}
