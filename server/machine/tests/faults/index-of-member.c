// fault: index 5
struct box { char name[4]; int value; } box;
int main(void) {
  for (int i = 0; i < 5; i++)
    box.name[i] = 'x';
  return box.value;
}
