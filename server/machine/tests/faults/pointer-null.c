// fault: pointer 7
struct node { int value; struct node *next; };
int main(void) {
  struct node last = { 1, 0 }, first = { 2, &last };
  int sum = 0;
  for (struct node *it = &first;; it = it->next)
    sum += it->value;
}
