/* Lists and tables that are searched (POSIX). */
#include <search.h>
#include <string.h>

/* The beginning of each element of a list. */
struct link {
    struct link *next, *previous;
};

void insque(void *element, void *after)
{
    struct link *link = element, *before = after;
    link->next = before != NULL ? before->next : NULL;
    link->previous = before;
    if (link->next != NULL)
        link->next->previous = link;
    if (before != NULL)
        before->next = link;
}

void remque(void *element)
{
    struct link *link = element;
    if (link->next != NULL)
        link->next->previous = link->previous;
    if (link->previous != NULL)
        link->previous->next = link->next;
}

void *lfind(const void *key, const void *table, size_t *count, size_t size, __compar_fn_t compare)
{
    for (size_t number = 0; number < *count; number++) {
        const char *element = (const char *)table + number * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return NULL;
}

void *lsearch(const void *key, void *table, size_t *count, size_t size, __compar_fn_t compare)
{
    void *found = lfind(key, table, count, size, compare);
    if (found != NULL)
        return found;
    return memcpy((char *)table + (*count)++ * size, key, size);
}
