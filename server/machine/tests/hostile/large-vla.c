// ends: fault stack
// An array of variable size that is larger than all addresses.
int main(int c, char **v) { long n = 1L << 40; n *= c; char a[n]; a[0] = 1; return a[0];
}
