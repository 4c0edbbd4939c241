static int value;
int kept(void) { return value; }
int keep(int now) { return value = now; }
