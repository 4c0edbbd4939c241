int hits;

void hit(void) { hits++; }
