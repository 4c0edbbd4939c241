#define ANSWER 42
static int answer(void) { return ANSWER; }
