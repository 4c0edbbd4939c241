// fault: memory 8
static int *kept;

static void keep(void) { int local = 1; kept = &local; }

int main(void)
{
    keep(); return *kept;
}
