// fault: sequence 7
struct word { unsigned low : 3; unsigned high : 5; };

int main(void) {
  struct word word = { 1, 2 };
  struct word *same = &word;
  return (word.high = 3) + same->high++;
}
