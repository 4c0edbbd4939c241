// expect: unsafe
// A program may be called without any argument after its name, or without any at all (C11 5.1.2.2.1p2).
int main(int argc, char *argv[]) { return argv[1][0] == 'x'; }
