/* POSIX: tables, trees and lists that are searched. */
#ifndef _SEARCH_H
#define _SEARCH_H 1

#include <features.h>

typedef __SIZE_TYPE__ size_t;
typedef int (*__compar_fn_t)(const void *, const void *);

typedef enum { FIND, ENTER } ACTION;
typedef enum { preorder, postorder, endorder, leaf } VISIT;

typedef struct entry {
    char *key;
    void *data;
} ENTRY;

struct hsearch_data {
    struct _ENTRY *table;
    unsigned size, filled;
};

struct qelem {
    struct qelem *q_forw, *q_back;
    char q_data[1];
};

int hcreate(size_t);
void hdestroy(void);
ENTRY *hsearch(ENTRY, ACTION);
int hcreate_r(size_t, struct hsearch_data *);
void hdestroy_r(struct hsearch_data *);
int hsearch_r(ENTRY, ACTION, ENTRY **, struct hsearch_data *);
void insque(void *, void *);
void remque(void *);
void *lfind(const void *, const void *, size_t *, size_t, __compar_fn_t);
void *lsearch(const void *, void *, size_t *, size_t, __compar_fn_t);
void *tsearch(const void *, void **, __compar_fn_t);
void *tfind(const void *, void *const *, __compar_fn_t);
void *tdelete(const void *restrict, void **restrict, __compar_fn_t);
void twalk(const void *, void (*)(const void *, VISIT, int));
void tdestroy(void *, void (*)(void *));

#endif
