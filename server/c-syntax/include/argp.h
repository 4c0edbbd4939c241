/* GNU: options of a command line. */
#ifndef _ARGP_H
#define _ARGP_H 1

#include <errno.h>
#include <stdio.h>

typedef int error_t;

struct argp_state;
typedef error_t (*argp_parser_t)(int, char *, struct argp_state *);

struct argp_option {
    const char *name;
    int key;
    const char *arg;
    int flags;
    const char *doc;
    int group;
};

struct argp {
    const struct argp_option *options;
    argp_parser_t parser;
    const char *args_doc, *doc;
    const struct argp_child *children;
    char *(*help_filter)(int, const char *, void *);
    const char *argp_domain;
};

struct argp_state {
    const struct argp *root_argp;
    int argc;
    char **argv;
    int next;
    unsigned flags, arg_num;
    int quoted;
    void *input, **child_inputs, *hook;
    char *name;
    FILE *err_stream, *out_stream;
    void *pstate;
};

#define OPTION_ARG_OPTIONAL 1
#define OPTION_HIDDEN 2
#define OPTION_ALIAS 4
#define ARGP_ERR_UNKNOWN E2BIG
#define ARGP_KEY_ARG 0
#define ARGP_KEY_ARGS 0x1000006
#define ARGP_KEY_END 0x1000001
#define ARGP_KEY_NO_ARGS 0x1000002
#define ARGP_KEY_INIT 0x1000003
#define ARGP_KEY_FINI 0x1000007
#define ARGP_KEY_SUCCESS 0x1000004
#define ARGP_KEY_ERROR 0x1000005

extern const char *argp_program_version, *argp_program_bug_address;

error_t argp_parse(const struct argp *restrict, int, char **restrict, unsigned, int *restrict, void *restrict);
void argp_usage(const struct argp_state *);
void argp_error(const struct argp_state *restrict, const char *restrict, ...);
void argp_failure(const struct argp_state *restrict, int, int, const char *restrict, ...);

#endif
