// expect: safe
int main() { int i = 0; again: i++; if (i < 5) goto again; do { if (i == 7) break; i++; if (i == 6) continue; } while (1); assert(i == 7); }
