// expect: unsafe

/* A pointer does not leave its array, also if it is atomic. */
static int cells[4];
static _Atomic(int *) next = cells;

int main(void)
{
    next += 5;
    return 0;
}
