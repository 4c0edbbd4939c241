// All statements.
int x, y;

int flow(int n) {
    if (n) x = 1; else if (x) x = 2; else { x = 3; }
    while (n--) if (n == 5) continue; else break;
    do { y++; } while (y < 3);
    for (;;) break;
    for (x = 0; x < 3; x++) y += x;
    switch (n) {
    case 0:
    case 1 ... 3: y = 1; break;
        { case 'a': y = 2; }
    default: y = 3;
    }
again:
    if (y > 100) goto again;
    ;
    _Static_assert(sizeof(int) == 4, "int has four bytes");
    {
        __label__ again;
        goto again;
    again: x++;
    }
    [[maybe_unused]] int z = x;
    __attribute__((fallthrough));
    return z;
end: ;
}

void assembly(int *p) {
    asm volatile("" ::: "memory");
    __asm__("lock; xaddl %0, %1" : "+r"(x), "+m"(*p) : "m"(y), "r"(y + 1) : "cc");
}

void thread(void) {
__CPROVER_ASYNC_1: flow(1);
}
