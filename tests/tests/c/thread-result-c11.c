// expect: safe
#include <threads.h>
int data;
int reader(void *unused) { return data; }
int main() { thrd_t t; int r; data = 42; thrd_create(&t, reader, 0); thrd_join(t, &r); assert(r == 42); }
