// ends: stopped
// The condition of a section has no end.
int main(void) {
  __boolprog_begin();
  __boolprog_await(({ while (1) ; 1; }));
  __boolprog_end();
  return 0;
}
