int count;

void *worker(void *unused) {
  count++;
  return 0;
}
