// stages: promoted points-to
// Threads by the intrinsic alone: two that start at one place, one with an object of its own, and one that creates itself.
typedef void *(*start)(void *);
unsigned long __boolprog_create(void *(*run)(start, void *), start, void *);

struct item { int value; void *next; };

static struct item items[4];
static _Thread_local int own;
static int sum;

static void *run(start first, void *argument) { return first(argument); }
static unsigned long create(start first, void *argument) { return __boolprog_create(run, first, argument); }

static void *adding(void *item) {
  own = ((struct item *)item)->value;
  sum += own;
  return 0;
}

static void *taking(void *item) {
  sum -= *(int *)item;
  return 0;
}

static void *spreading(void *to) {
  *(int *)to = 1;
  if (sum < 3)
    create(spreading, &sum);
  return 0;
}

__attribute__((constructor)) static void begin(void) { sum = 5; }

int main(int argc, char **argv) {
  int first = argc;
  own = 1;
  create(argc > 1 ? adding : taking, &items[argc & 3]);
  create(adding, &items[1]);
  create(spreading, &first);
  return own;
}
