// fault: sequence 5
int main(void)
{
    int a[3] = {0}, i = 0, *p = &i;
    a[i] = (*p)++;
    return a[0];
}
