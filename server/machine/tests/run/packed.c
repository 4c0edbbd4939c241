// output: 1 2 3 4 5
// What lies in a packed structure may be misaligned, also an element of an array in it.
int printf(const char *, ...);

struct __attribute__((packed)) inner { char tag; short pair[2]; };
struct outer { char tag; struct inner inners[2]; long long last __attribute__((packed)); };

int main(void) {
  struct outer outer, *pointer = &outer;
  outer.inners[1].pair[0] = 1;
  pointer->inners[1].pair[1] = 2;
  pointer->inners->pair[1] = 3;
  outer.inners[0].pair[0] = 4;
  pointer->last = 5;
  struct outer copy = *pointer;
  printf("%d %d %d %d %d\n", copy.inners[1].pair[0], copy.inners[1].pair[1], copy.inners->pair[1],
         copy.inners[0].pair[0], (int)copy.last);
  return 0;
}
