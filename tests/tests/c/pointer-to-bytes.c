// expect: unsafe
unsigned char bytes[4];
unsigned *word;
void *payload(int n) { return n > 4 ? 0 : (void *)bytes; }
int main() {
  word = payload(nondet_int());
  if (word) *word = 0;
  assert(word == 0);
}
