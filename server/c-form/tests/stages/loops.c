// stages: promoted
// Loops that create threads: one of three rounds, and one of any number.
typedef void *(*start)(void *);
unsigned long __boolprog_create(void *(*run)(start, void *), start, void *);

static int sum, numbers[3];

static void *run(start first, void *argument) { return first(argument); }

static void *adding(void *number) {
  sum += *(int *)number;
  return 0;
}

int main(int argc, char **argv) {
  for (int i = 0; i < 3; i++)
    __boolprog_create(run, adding, &numbers[i]);
  for (int i = 0; i < argc; i++)
    __boolprog_create(run, adding, &sum);
  return 0;
}
