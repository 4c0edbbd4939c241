// fault: overflow 5
int main(void)
{
    int big = 2147483647;
    return big + 1;
}
