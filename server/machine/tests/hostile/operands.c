// ends: exit 0
// Many accesses of operands that are compared with one another.
int numbers[100], others[100];

int main(void) {
  int sum = ({ int i = 0; while (i < 30000) numbers[i++ % 100]++; i; }) +
            ({ int i = 0; while (i < 30000) others[i++ % 100]++; i; });
  return sum != 60000;
}
