// fault: sequence 5
int main(void)
{
    int i = 1;
    i = i++;
    return i;
}
