// Conversions of `strftime` in the C locale, and weeks by ISO 8601 at the turn of a year.
#include <assert.h>
#include <string.h>
#include <time.h>

static void is(const struct tm *date, const char *format, const char *text)
{
    char result[64];
    assert(strftime(result, sizeof result, format, date) == strlen(text));
    assert(strcmp(result, text) == 0);
}

int main(void)
{
    struct tm sunday = {.tm_year = 121, .tm_mon = 0, .tm_mday = 3, .tm_wday = 0, .tm_yday = 2, .tm_hour = 13, .tm_min = 5};
    is(&sunday, "%A %B %h %C", "Sunday January Jan 20");
    is(&sunday, "%G %g %V %U %W %u %w", "2020 20 53 01 00 7 0");
    is(&sunday, "%c|%x|%X|%r|%%", "Sun Jan  3 13:05:00 2021|01/03/21|13:05:00|01:05:00 PM|%");
    struct tm monday = {.tm_year = 124, .tm_mon = 11, .tm_mday = 30, .tm_wday = 1, .tm_yday = 364};
    is(&monday, "%G %V %W", "2025 01 53");
    return 0;
}
