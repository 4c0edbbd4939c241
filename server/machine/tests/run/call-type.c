// fault: call 5
int main(void)
{
    int (*f)(int, int) = (int (*)(int, int))main;
    return f(1, 2);
}
