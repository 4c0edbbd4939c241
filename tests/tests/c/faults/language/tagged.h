/* A pointer with marks in its lowest bits. */
static int low_bits(int *p) { return (int)((unsigned long)p % 4); }
