// fault: index 5
int main(void)
{
    int a[2] = {0}, i = 2;
    return a[i];
}
