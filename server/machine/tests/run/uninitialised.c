// kinds: uninitialised
// fault: uninitialised 7
int main(void)
{
    int x, *p = &x;
    (void)p;
    return x;
}
