/* Options of a command line (POSIX). */
#include <stdio.h>
#include <string.h>
#include <getopt.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt;

/* Where the next letter is in an argument with several; null at the beginning of an argument. */
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
    int takes_value = found != NULL && found[1] == ':';
    if (value == NULL || takes_value) {
        rest = NULL;
        optind++;
    }
    if (found == NULL)
        return complain(arguments, options, "invalid option");
    if (!takes_value)
        return optopt;
    optarg = value != NULL ? value : optind < count ? arguments[optind++] : NULL;
    if (optarg != NULL)
        return optopt;
    complain(arguments, options, "option requires an argument");
    return *options == ':' ? ':' : '?';
}
