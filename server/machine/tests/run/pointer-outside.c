// fault: pointer 5
int main(void)
{
    int x = 0, *p = &x;
    return *(p + 2);
}
