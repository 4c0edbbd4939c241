/* BSD: lists whose links are members of their items. Each kind has a head, entries, and macros with its name before theirs. */
#ifndef _SYS_QUEUE_H
#define _SYS_QUEUE_H 1

/* Lists with one link: from an item to the next one. */
#define SLIST_HEAD(name, type)  \
    struct name {               \
        struct type *slh_first; \
    }
#define SLIST_HEAD_INITIALIZER(head) {NULL}
#define SLIST_ENTRY(type)      \
    struct {                   \
        struct type *sle_next; \
    }
#define SLIST_EMPTY(head) ((head)->slh_first == NULL)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(item, link) ((item)->link.sle_next)
#define SLIST_INIT(head) ((void)((head)->slh_first = NULL))
#define SLIST_FOREACH(item, head, link) for ((item) = SLIST_FIRST(head); (item) != NULL; (item) = SLIST_NEXT(item, link))
#define SLIST_FOREACH_SAFE(item, head, link, next) \
    for ((item) = SLIST_FIRST(head); (item) != NULL && ((next) = SLIST_NEXT(item, link), 1); (item) = (next))
#define SLIST_INSERT_HEAD(head, item, link)           \
    do {                                              \
        SLIST_NEXT(item, link) = SLIST_FIRST(head);   \
        SLIST_FIRST(head) = (item);                   \
    } while (0)
#define SLIST_INSERT_AFTER(at, item, link)                \
    do {                                                  \
        SLIST_NEXT(item, link) = SLIST_NEXT(at, link);    \
        SLIST_NEXT(at, link) = (item);                    \
    } while (0)
#define SLIST_REMOVE_HEAD(head, link) ((void)(SLIST_FIRST(head) = SLIST_NEXT(SLIST_FIRST(head), link)))
#define SLIST_REMOVE_AFTER(at, link) ((void)(SLIST_NEXT(at, link) = SLIST_NEXT(SLIST_NEXT(at, link), link)))
#define SLIST_REMOVE(head, item, type, link)                                      \
    do {                                                                          \
        struct type **__boolprog_at = &SLIST_FIRST(head);                                  \
        while (*__boolprog_at != (item))                                                   \
            __boolprog_at = &SLIST_NEXT(*__boolprog_at, link);                                      \
        *__boolprog_at = SLIST_NEXT(item, link);                                           \
    } while (0)

/* Lists with two links: to the next item, and to what points to an item. */
#define LIST_HEAD(name, type)  \
    struct name {              \
        struct type *lh_first; \
    }
#define LIST_HEAD_INITIALIZER(head) {NULL}
#define LIST_ENTRY(type)        \
    struct {                    \
        struct type *le_next;   \
        struct type **le_prev;  \
    }
#define LIST_EMPTY(head) ((head)->lh_first == NULL)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(item, link) ((item)->link.le_next)
#define LIST_INIT(head) ((void)((head)->lh_first = NULL))
#define LIST_FOREACH(item, head, link) for ((item) = LIST_FIRST(head); (item) != NULL; (item) = LIST_NEXT(item, link))
#define LIST_FOREACH_SAFE(item, head, link, next) \
    for ((item) = LIST_FIRST(head); (item) != NULL && ((next) = LIST_NEXT(item, link), 1); (item) = (next))
#define __LIST_INSERT(place, item, link)                           \
    do {                                                           \
        if (((item)->link.le_next = *(place)) != NULL)             \
            (item)->link.le_next->link.le_prev = &(item)->link.le_next; \
        (item)->link.le_prev = (place);                            \
        *(place) = (item);                                         \
    } while (0)
#define LIST_INSERT_HEAD(head, item, link) __LIST_INSERT(&(head)->lh_first, item, link)
#define LIST_INSERT_AFTER(at, item, link) __LIST_INSERT(&(at)->link.le_next, item, link)
#define LIST_INSERT_BEFORE(at, item, link)             \
    do {                                               \
        (item)->link.le_prev = (at)->link.le_prev;     \
        (item)->link.le_next = (at);                   \
        *(at)->link.le_prev = (item);                  \
        (at)->link.le_prev = &(item)->link.le_next;    \
    } while (0)
#define LIST_REMOVE(item, link)                                              \
    do {                                                                     \
        if ((item)->link.le_next != NULL)                                    \
            (item)->link.le_next->link.le_prev = (item)->link.le_prev;       \
        *(item)->link.le_prev = (item)->link.le_next;                        \
    } while (0)

/* Queues with one link; the head also points to the last link. A simple queue is the same by other names. */
#define STAILQ_HEAD(name, type)  \
    struct name {                \
        struct type *stqh_first; \
        struct type **stqh_last; \
    }
#define STAILQ_HEAD_INITIALIZER(head) {NULL, &(head).stqh_first}
#define STAILQ_ENTRY(type)      \
    struct {                    \
        struct type *stqe_next; \
    }
#define STAILQ_EMPTY(head) ((head)->stqh_first == NULL)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(item, link) ((item)->link.stqe_next)
#define STAILQ_INIT(head)                          \
    do {                                           \
        (head)->stqh_first = NULL;                 \
        (head)->stqh_last = &(head)->stqh_first;   \
    } while (0)
#define STAILQ_FOREACH(item, head, link) \
    for ((item) = STAILQ_FIRST(head); (item) != NULL; (item) = STAILQ_NEXT(item, link))
#define STAILQ_FOREACH_SAFE(item, head, link, next) \
    for ((item) = STAILQ_FIRST(head); (item) != NULL && ((next) = STAILQ_NEXT(item, link), 1); (item) = (next))
#define __STAILQ_INSERT(head, place, item, link)               \
    do {                                                       \
        if ((STAILQ_NEXT(item, link) = *(place)) == NULL)      \
            (head)->stqh_last = &STAILQ_NEXT(item, link);      \
        *(place) = (item);                                     \
    } while (0)
#define STAILQ_INSERT_HEAD(head, item, link) __STAILQ_INSERT(head, &(head)->stqh_first, item, link)
#define STAILQ_INSERT_AFTER(head, at, item, link) __STAILQ_INSERT(head, &STAILQ_NEXT(at, link), item, link)
#define STAILQ_INSERT_TAIL(head, item, link)               \
    do {                                                   \
        STAILQ_NEXT(item, link) = NULL;                    \
        *(head)->stqh_last = (item);                       \
        (head)->stqh_last = &STAILQ_NEXT(item, link);      \
    } while (0)
#define __STAILQ_REMOVE(head, place, link)                         \
    do {                                                           \
        if ((*(place) = STAILQ_NEXT(*(place), link)) == NULL)      \
            (head)->stqh_last = (place);                           \
    } while (0)
#define STAILQ_REMOVE_HEAD(head, link) __STAILQ_REMOVE(head, &(head)->stqh_first, link)
#define STAILQ_REMOVE_AFTER(head, at, link) __STAILQ_REMOVE(head, &STAILQ_NEXT(at, link), link)
#define STAILQ_REMOVE(head, item, type, link)          \
    do {                                               \
        struct type **__boolprog_at = &(head)->stqh_first;      \
        while (*__boolprog_at != (item))                        \
            __boolprog_at = &STAILQ_NEXT(*__boolprog_at, link);          \
        __STAILQ_REMOVE(head, __boolprog_at, link);             \
    } while (0)
#define STAILQ_CONCAT(to, from)                        \
    do {                                               \
        if (!STAILQ_EMPTY(from)) {                     \
            *(to)->stqh_last = (from)->stqh_first;     \
            (to)->stqh_last = (from)->stqh_last;       \
            STAILQ_INIT(from);                         \
        }                                              \
    } while (0)

#define SIMPLEQ_HEAD(name, type)  \
    struct name {                 \
        struct type *stqh_first;  \
        struct type **stqh_last;  \
    }
#define SIMPLEQ_HEAD_INITIALIZER(head) {NULL, &(head).stqh_first}
#define SIMPLEQ_ENTRY(type)     \
    struct {                    \
        struct type *stqe_next; \
    }
#define SIMPLEQ_EMPTY(head) STAILQ_EMPTY(head)
#define SIMPLEQ_FIRST(head) STAILQ_FIRST(head)
#define SIMPLEQ_NEXT(item, link) STAILQ_NEXT(item, link)
#define SIMPLEQ_INIT(head) STAILQ_INIT(head)
#define SIMPLEQ_FOREACH(item, head, link) STAILQ_FOREACH(item, head, link)
#define SIMPLEQ_INSERT_HEAD(head, item, link) STAILQ_INSERT_HEAD(head, item, link)
#define SIMPLEQ_INSERT_TAIL(head, item, link) STAILQ_INSERT_TAIL(head, item, link)
#define SIMPLEQ_INSERT_AFTER(head, at, item, link) STAILQ_INSERT_AFTER(head, at, item, link)
#define SIMPLEQ_REMOVE_HEAD(head, link) STAILQ_REMOVE_HEAD(head, link)
#define SIMPLEQ_REMOVE(head, item, type, link) STAILQ_REMOVE(head, item, type, link)

/* Queues with two links; the head also points to the last link. */
#define TAILQ_HEAD(name, type)  \
    struct name {               \
        struct type *tqh_first; \
        struct type **tqh_last; \
    }
#define TAILQ_HEAD_INITIALIZER(head) {NULL, &(head).tqh_first}
#define TAILQ_ENTRY(type)       \
    struct {                    \
        struct type *tqe_next;  \
        struct type **tqe_prev; \
    }
#define TAILQ_EMPTY(head) ((head)->tqh_first == NULL)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(item, link) ((item)->link.tqe_next)
#define TAILQ_LAST(head, name) (*(((struct name *)((head)->tqh_last))->tqh_last))
#define TAILQ_PREV(item, name, link) (*(((struct name *)((item)->link.tqe_prev))->tqh_last))
#define TAILQ_INIT(head)                         \
    do {                                         \
        (head)->tqh_first = NULL;                \
        (head)->tqh_last = &(head)->tqh_first;   \
    } while (0)
#define TAILQ_FOREACH(item, head, link) for ((item) = TAILQ_FIRST(head); (item) != NULL; (item) = TAILQ_NEXT(item, link))
#define TAILQ_FOREACH_SAFE(item, head, link, next) \
    for ((item) = TAILQ_FIRST(head); (item) != NULL && ((next) = TAILQ_NEXT(item, link), 1); (item) = (next))
#define TAILQ_FOREACH_REVERSE(item, head, name, link) \
    for ((item) = TAILQ_LAST(head, name); (item) != NULL; (item) = TAILQ_PREV(item, name, link))
#define __TAILQ_INSERT(head, place, item, link)                               \
    do {                                                                      \
        if ((TAILQ_NEXT(item, link) = *(place)) != NULL)                      \
            TAILQ_NEXT(item, link)->link.tqe_prev = &TAILQ_NEXT(item, link);  \
        else                                                                  \
            (head)->tqh_last = &TAILQ_NEXT(item, link);                       \
        *(place) = (item);                                                    \
        (item)->link.tqe_prev = (place);                                      \
    } while (0)
#define TAILQ_INSERT_HEAD(head, item, link) __TAILQ_INSERT(head, &(head)->tqh_first, item, link)
#define TAILQ_INSERT_AFTER(head, at, item, link) __TAILQ_INSERT(head, &TAILQ_NEXT(at, link), item, link)
#define TAILQ_INSERT_BEFORE(at, item, link)                      \
    do {                                                         \
        (item)->link.tqe_prev = (at)->link.tqe_prev;             \
        TAILQ_NEXT(item, link) = (at);                           \
        *(at)->link.tqe_prev = (item);                           \
        (at)->link.tqe_prev = &TAILQ_NEXT(item, link);           \
    } while (0)
#define TAILQ_INSERT_TAIL(head, item, link)                \
    do {                                                   \
        TAILQ_NEXT(item, link) = NULL;                     \
        (item)->link.tqe_prev = (head)->tqh_last;          \
        *(head)->tqh_last = (item);                        \
        (head)->tqh_last = &TAILQ_NEXT(item, link);        \
    } while (0)
#define TAILQ_REMOVE(head, item, link)                                           \
    do {                                                                         \
        if (TAILQ_NEXT(item, link) != NULL)                                      \
            TAILQ_NEXT(item, link)->link.tqe_prev = (item)->link.tqe_prev;       \
        else                                                                     \
            (head)->tqh_last = (item)->link.tqe_prev;                            \
        *(item)->link.tqe_prev = TAILQ_NEXT(item, link);                         \
    } while (0)
#define TAILQ_CONCAT(to, from, link)                                 \
    do {                                                             \
        if (!TAILQ_EMPTY(from)) {                                    \
            *(to)->tqh_last = (from)->tqh_first;                     \
            (from)->tqh_first->link.tqe_prev = (to)->tqh_last;       \
            (to)->tqh_last = (from)->tqh_last;                       \
            TAILQ_INIT(from);                                        \
        }                                                            \
    } while (0)

#endif
