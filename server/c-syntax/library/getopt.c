/* Options of a command line (POSIX, GNU). */
#include <stdio.h>
#include <string.h>
#include <getopt.h>
#include <boolprog/machine.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt;

/* The next letter in an argument with several; null at the beginning of an argument. */
static char *rest;

static int complain(char *const program[], const char *options, const char *what)
{
    if (opterr && *options != ':')
        fprintf(stderr, "%s: %s -- '%c'\n", program[0], what, optopt);
    return '?';
}

int getopt(int count, char *const arguments[], const char *options)
{
    if (rest == NULL) {
        char *argument = optind < count ? arguments[optind] : NULL;
        if (argument == NULL || argument[0] != '-' || argument[1] == 0)
            return -1;
        if (strcmp(argument, "--") == 0) {
            optind++;
            return -1;
        }
        rest = argument + 1;
    }
    optopt = (unsigned char)*rest++;
    char *value = *rest != 0 ? rest : NULL;
    const char *found = optopt == ':' ? NULL : strchr(options, optopt);
    int takes_value = found != NULL && found[1] == ':', is_optional = takes_value && found[2] == ':';
    if (value == NULL || takes_value) {
        rest = NULL;
        optind++;
    }
    if (found == NULL)
        return complain(arguments, options, "invalid option");
    if (!takes_value)
        return optopt;
    /* GNU: an optional value is in the same word. */
    optarg = value != NULL || is_optional ? value : optind < count ? arguments[optind++] : NULL;
    if (optarg != NULL || is_optional)
        return optopt;
    complain(arguments, options, "option requires an argument");
    return *options == ':' ? ':' : '?';
}

/* The option of this name, or the only one that begins with it. */
static const struct option *named(const struct option *options, const char *name, size_t length)
{
    const struct option *found = NULL;
    int number = 0;
    for (const struct option *option = options; option->name != NULL; option++) {
        if (strncmp(option->name, name, length) != 0)
            continue;
        if (option->name[length] == 0)
            return option;
        found = option;
        number++;
    }
    return number == 1 ? found : NULL;
}

static int complain_of(char *const program[], const char *name, const char *what)
{
    if (opterr)
        fprintf(stderr, "%s: %s '--%s'\n", program[0], what, name);
    return '?';
}

int getopt_long(int count, char *const arguments[], const char *letters, const struct option *options, int *index)
{
    char *name = rest == NULL && optind < count ? arguments[optind] : NULL;
    if (name == NULL || strncmp(name, "--", 2) != 0 || name[2] == 0)
        return getopt(count, arguments, letters);
    optind++;
    name += 2;
    size_t length = strcspn(name, "=");
    const struct option *option = named(options, name, length);
    if (option == NULL)
        return complain_of(arguments, name, "unrecognized option");
    char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (value != NULL && option->has_arg == no_argument)
        return complain_of(arguments, name, "no argument is allowed for option");
    if (value == NULL && option->has_arg == required_argument) {
        if (optind == count) {
            complain_of(arguments, name, "an argument is required for option");
            return *letters == ':' ? ':' : '?';
        }
        value = arguments[optind++];
    }
    optarg = value;
    if (index != NULL)
        *index = (int)(option - options);
    if (option->flag == NULL)
        return option->val;
    *option->flag = option->val;
    return 0;
}

int getopt_long_only(int count, char *const arguments[], const char *letters, const struct option *options, int *index)
{
    __boolprog_unsupported("Long options with one dash are not known: use getopt_long.");
}
