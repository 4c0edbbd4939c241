/* Parts of names of files (POSIX). Both functions change the name. */
#include <libgen.h>
#include <string.h>

static void drop_last_slashes(char *path)
{
    for (char *end = path + strlen(path); end > path + 1 && end[-1] == '/'; end--)
        end[-1] = 0;
}

char *__xpg_basename(char *path)
{
    if (path == NULL || *path == 0)
        return ".";
    drop_last_slashes(path);
    char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == 0 ? path : slash + 1;
}

char *dirname(char *path)
{
    if (path == NULL)
        return ".";
    drop_last_slashes(path);
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return ".";
    while (slash > path && slash[-1] == '/')
        slash--;
    slash[slash == path] = 0;
    return path;
}
