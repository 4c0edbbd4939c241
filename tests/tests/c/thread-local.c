// expect: safe
__thread int mine = 3;
void t(void) { assert(mine == 3); mine = 4; assert(mine == 4); }
int main() { while (1) { __CPROVER_ASYNC_1: t(); } }
