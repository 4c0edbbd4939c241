// fault: pointer 5
int main(void)
{
    char *text = "abc";
    text[0] = 'x';
    return 0;
}
