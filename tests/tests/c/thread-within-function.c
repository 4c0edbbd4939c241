// expect: unsafe
// A thread begins in the middle of `main`, after functions that are never called.
int items[6];

int never_called(int first, int second)
{
    return first + second;
}

void write(int index)
{
    items[index] = 1;
}

int main(void)
{
    int index;
    while (1)
        __CPROVER_ASYNC_1: write(index);
}
