// ends: stopped
// A section without an end.
int x; int main(void) { __CPROVER_atomic_begin(); for (;;) x++;
}
