// fault: shift 5
int main(void)
{
    int count = 32;
    return 1 << count;
}
