// expect: unsafe
#include <threads.h>
once_flag flag = ONCE_FLAG_INIT;
int value, entered;
void init(void) { entered = 1; value = 2; }
int use(void *p) { if (entered) assert(value == 2); call_once(&flag, init); return 0; }
int main() { thrd_t t; for (;;) thrd_create(&t, use, 0); }
