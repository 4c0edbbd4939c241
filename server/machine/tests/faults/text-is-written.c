// fault: pointer 4
int main(void) {
  char *text = "text";
  text[0] = 'T';
  return 0;
}
