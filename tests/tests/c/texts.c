// expect: safe
const char *names[] = {"red", "green"};
char word[6] = "abc", same[] = "abc";
int color;
char *name(int color) { return color ? "other" : "first"; }
int main() {
  char *message = "hello";
  char local[4] = "ab";
  printf("%s\n", message);
  color = __VERIFIER_nondet_bool();
  assert(names[color][0] == (color ? 'g' : 'r'));
  assert(message != 0 && message[4] == 'o' && *message == 'h' && message[5] == 0);
  assert(word[2] == 'c' && word[3] == 0 && word[5] == 0 && sizeof same == 4);
  assert(local[1] == 'b' && local[3] == 0 && name(color)[0] == (color ? 'o' : 'f'));
}
