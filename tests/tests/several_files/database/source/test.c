int keep(int now) { return 7; }
int main(void) { return keep(1); }
