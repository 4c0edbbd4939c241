// Which value goes to which bytes.
struct point { int x, y; };
struct line { struct point from, to; char name[8]; };
union either { int number; char bytes[4]; };
struct flags { unsigned low : 3, : 5, high : 4; };

int list[] = {1, 2, [5] = 6, 7, [1] = 8};
struct line braces = {{1, 2}, {3, 4}, "name"};
struct line flat = {1, 2, 3, 4, {'n', 0}};
struct line designated = {.to.y = 1, .from = {.y = 2, .x = 3}, 4};
struct line old = {name: "old"};
struct line lines[] = {[1].to.x = 9, 10, [0] = {{1}}};
int grid[2][3] = {1, 2, 3, 4};
int ranged[10] = {[2 ... 4] = 3, [8] = 1};
struct point points[3] = {[0 ... 1] = {1, 2}, {3}};
union either first = {1}, second = {.bytes = {1, 2}};
struct flags flags = {5, 9};
char text[] = "text", cut[2] = "cut", braced[] = {"braced"};
int wide[] = L"ab";
struct { int count; int values[]; } flexible = {2, {3, 4}};
int *literal = (int[]){1, 2, 3};
int *inside = &list[2];
struct { struct { int deep; }; int other; } anonymous = {.deep = 1, .other = 2};
int scalar = {3};
double folded = 1 / 2.0 + 1;

void automatic(int n) {
    struct point copy = points[n], two[2] = {copy, {n}};
    struct point *made = &(struct point){.y = n};
    int empty[3] = {};
    (void)two, (void)made, (void)empty;
}
