// fault: definition 8
// An object that no unit defines.
extern int outside;
extern int unused;

int main(void) {
    int *pointer = &outside;
    return *pointer == 3;
}
