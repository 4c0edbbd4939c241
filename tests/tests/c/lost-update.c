// expect: unsafe
int x, done;
void t(void) { x++; done++; }
int main() { __CPROVER_ASYNC_1: t(); x++; if (done) assert(x == 2); }
