// expect: unsafe
void *malloc(unsigned);
void free(void *);
int main() {
  int *p = malloc(sizeof *p);
  free(p);
  free(p);
}
