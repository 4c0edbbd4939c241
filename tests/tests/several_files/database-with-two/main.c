// expect: refused
// says: `push` is defined in a.c and in b.c, which compile_commands.json both has. Name the files of the program with --link.
void push(void);
int main(void) {
  push();
}
