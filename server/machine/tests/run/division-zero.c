// fault: division 5
int main(void)
{
    int zero = 0;
    return 1 / zero;
}
