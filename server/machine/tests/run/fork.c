// runs: 60
// Threads that execute a statement on a copy of the variables around it.
#include <assert.h>

int sum, ended;
_Thread_local int own = 3;

void add(int n) { sum += n * own; }

int main(void) {
    int local = 1, shared[2] = {5, 7}, *pointer = &local;
    for (int i = 0; i < 2; i++) {
        own = 1;
        __CPROVER_ASYNC_1: {
            __CPROVER_atomic_begin();
            local += i;
            shared[i]++;
            add(shared[i]);
            *pointer += 1;
            ended++;
            __CPROVER_atomic_end();
        }
    }
    __CPROVER_assume(ended == 2);
    assert(sum == 3 * (6 + 8));
    assert(local == 3 && shared[0] == 5 && shared[1] == 7);
    return 0;
}
