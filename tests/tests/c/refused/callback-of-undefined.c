// refused: 4: Not supported: a pointer passed to `atexit`, which has no definition.
int ended;
void end(void) { ended = 1; }
int main() { atexit(end); assert(ended == 0); }
