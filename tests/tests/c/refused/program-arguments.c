// refused: 2: Not supported: the arguments of the program.
int main(int argc, char **argv) { return argv[argc] == 0; }
