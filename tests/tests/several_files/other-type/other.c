double scale(double value) { return 2 * value; }
