// expect: unsafe
// The elements have any values: nothing ends the search within the array.
int find(const char *text) {
  int at = 0;
  while (text[at] != 0) at++;
  return at;
}
int main(void) {
  char text[3];
  return find(text);
}
