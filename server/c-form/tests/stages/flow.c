// stages: lowered
int sum(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    if (i == 3)
      continue;
    int square = i * i;
    if (square > 100)
      break;
    total += square;
  }
  switch (total) {
  case 0:
    return -1;
  case 1 ... 9:
    total--;
  default:
    do
      total /= 2;
    while (total > 5);
  }
  if (total < 0)
    goto out;
  total = ({ int half = total / 2; half; });
out:
  return total;
}
