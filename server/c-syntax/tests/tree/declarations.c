// Declarators, scopes, linkage.
typedef int number, *pointer, table[3], function(number);
extern number later;
number later = 5;
int tentative;
int tentative;
static const char *const names[] = {"one", "two"};
function declared;
int (*choose(int which))(int);
int (*const functions[2])(int) = {declared, declared};
_Thread_local int own;
_Alignas(16) char aligned;
int open[];
enum color { RED, GREEN = 5, BLUE } favourite = BLUE;
enum big { LARGE = 0x100000000 };
int size_of_constant = sizeof LARGE;
long unsigned int long order_is_free;

int declared(number number) { return number; }

int old(a, b)
int a;
char *b;
{
    return a + *b;
}

static inline int hidden(void) { return 1; }

int scopes(int x) {
    typedef char number;
    number small = x;
    {
        int x = 2;
        extern int later;
        static int kept = 7;
        small += x + later + kept;
    }
    struct local;
    struct local { int v; } value = {small};
    for (int x = 0; x < 3; x++) value.v += x;
    return value.v + hidden();
}

int variable(int n, int m, int grid[n][m]) {
    int row[n + 1];
    int (*view)[m] = grid;
    row[0] = sizeof row + sizeof *view;
    return grid[1][2];
}

int rest(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int first = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return first;
}

__attribute__((constructor)) static void before(void) {}
void released(int *it);
void cleaned(void) { int it __attribute__((cleanup(released))) = 1; }
