/* Searching and sorting (C11 7.22.5). */
#include <stdlib.h>
#include <string.h>
#include <boolprog/machine.h>

void *bsearch(const void *key, const void *array, size_t number, size_t size, int (*compare)(const void *, const void *))
{
    const char *from = array, *found = NULL;
    while (number > 0) {
        const char *middle = from + number / 2 * size;
        int order = compare(key, middle);
        /* "Which element is matched is unspecified." */
        if (order == 0) {
            found = middle;
            order = (int)__boolprog_choose(-1, 1);
        }
        if (order == 0)
            break;
        if (order > 0) {
            from = middle + size;
            number--;
        }
        number /= 2;
    }
    return (void *)found;
}

typedef int comparison(const void *, const void *, void *);

/* Merges two sorted parts of an array into another one. "The order of two elements that compare equal is unspecified." */
static void merge(char *to, const char *a, size_t a_number, const char *b, size_t b_number, size_t size, comparison *compare,
                  void *argument)
{
    while (a_number > 0 && b_number > 0) {
        int order = compare(a, b, argument);
        int is_first = order < 0 || (order == 0 && __boolprog_choose(0, 1));
        memcpy(to, is_first ? a : b, size);
        to += size;
        if (is_first) {
            a += size;
            a_number--;
        } else {
            b += size;
            b_number--;
        }
    }
    memcpy(to, a, a_number * size);
    memcpy(to + a_number * size, b, b_number * size);
}

static void sort(char *array, char *other, size_t number, size_t size, comparison *compare, void *argument)
{
    if (number < 2)
        return;
    size_t half = number / 2;
    sort(array, other, half, size, compare, argument);
    sort(array + half * size, other, number - half, size, compare, argument);
    merge(other, array, half, array + half * size, number - half, size, compare, argument);
    memcpy(array, other, number * size);
}

void qsort_r(void *array, size_t number, size_t size, comparison *compare, void *argument)
{
    char *other = __boolprog_keep(number * size);
    sort(array, other, number, size, compare, argument);
    free(other);
}

static int without_argument(const void *a, const void *b, void *compare)
{
    return (*(int (**)(const void *, const void *))compare)(a, b);
}

void qsort(void *array, size_t number, size_t size, int (*compare)(const void *, const void *))
{
    qsort_r(array, number, size, without_argument, &compare);
}
