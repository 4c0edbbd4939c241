/* Passwords that are hashed. */
#ifndef _CRYPT_H
#define _CRYPT_H 1

char *crypt(const char *, const char *);

#endif
