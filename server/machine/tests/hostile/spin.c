// ends: stopped
// A loop without an end.
int main(void) {
    for (;;);
}
