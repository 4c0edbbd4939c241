/* Options of a command line. */
#ifndef _GETOPT_H
#define _GETOPT_H 1

extern char *optarg;
extern int optind, opterr, optopt;

int getopt(int, char *const[], const char *);

#endif
