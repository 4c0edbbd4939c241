/* Dates in the Gregorian calendar (C11 7.27.3). */
#include <stdio.h>
#include <time.h>
#include <boolprog/machine.h>

#define DAY 86400

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static int is_leap(long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int length(int month, long year)
{
    static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return lengths[month] + (month == 1 && is_leap(year));
}

/* Leap years before a year, from the year 1 on. */
static long leaps(long year)
{
    year--;
    return year / 4 - year / 100 + year / 400;
}

/* Days from 1970 to the beginning of a year, which is not before the year 1. */
static long days_before(long year)
{
    return (year - 1970) * 365 + leaps(year) - leaps(1970);
}

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict to)
{
    long day = (long)(*time / DAY), second = (long)(*time % DAY);
    if (second < 0) {
        second += DAY;
        day--;
    }
    long year = 1970 + day / 366;
    while (days_before(year + 1) <= day)
        year++;
    while (days_before(year) > day)
        year--;
    *to = (struct tm){0};
    to->tm_wday = (int)(((day + 4) % 7 + 7) % 7);
    to->tm_yday = (int)(day - days_before(year));
    to->tm_year = (int)(year - 1900);
    to->tm_mday = to->tm_yday + 1;
    for (; to->tm_mday > length(to->tm_mon, year); to->tm_mon++)
        to->tm_mday -= length(to->tm_mon, year);
    to->tm_hour = (int)(second / 3600);
    to->tm_min = (int)(second / 60 % 60);
    to->tm_sec = (int)(second % 60);
    to->tm_zone = "UTC";
    return to;
}

struct tm *gmtime(const time_t *time)
{
    static struct tm result;
    return gmtime_r(time, &result);
}

static void assume_zone(void)
{
    __boolprog_assumption("the local time is UTC");
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict to)
{
    assume_zone();
    return gmtime_r(time, to);
}

struct tm *localtime(const time_t *time)
{
    assume_zone();
    return gmtime(time);
}

time_t timegm(struct tm *t)
{
    long year = 1900L + t->tm_year + t->tm_mon / 12;
    int month = t->tm_mon % 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    long day = days_before(year) + t->tm_mday - 1;
    for (int earlier = 0; earlier < month; earlier++)
        day += length(earlier, year);
    time_t result = day * (time_t)DAY + t->tm_hour * 3600L + t->tm_min * 60L + t->tm_sec;
    gmtime_r(&result, t);
    return result;
}

time_t mktime(struct tm *t)
{
    assume_zone();
    return timegm(t);
}

char *asctime_r(const struct tm *restrict t, char *restrict to)
{
    sprintf(to, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", days[t->tm_wday], months[t->tm_mon], t->tm_mday, t->tm_hour, t->tm_min,
            t->tm_sec, 1900 + t->tm_year);
    return to;
}

char *asctime(const struct tm *t)
{
    static char result[64];
    return asctime_r(t, result);
}

char *ctime_r(const time_t *time, char *to)
{
    struct tm t;
    return asctime_r(localtime_r(time, &t), to);
}

char *ctime(const time_t *time)
{
    return asctime(localtime(time));
}

void tzset(void)
{
}

/* Days since the last Monday. */
static int after_monday(const struct tm *t)
{
    return (t->tm_wday + 6) % 7;
}

/* Weeks of a year by ISO 8601, in which each begins with a Monday and belongs to the year of its Thursday. */
static int weeks(long year)
{
    long last = (year + leaps(year + 1)) % 7, before = (year - 1 + leaps(year)) % 7;
    return last == 4 || before == 3 ? 53 : 52;
}

/* -1 or 1 if the week of a day belongs to the year before or after that of the day. */
static int in_other_year(const struct tm *t)
{
    int number = (t->tm_yday - after_monday(t) + 10) / 7;
    return number < 1 ? -1 : number > weeks(1900L + t->tm_year);
}

static int week(const struct tm *t)
{
    int number = (t->tm_yday - after_monday(t) + 10) / 7, other = in_other_year(t);
    return other < 0 ? weeks(1899L + t->tm_year) : other > 0 ? 1 : number;
}

/* Writes what one conversion specifier stands for, and returns its length. */
static int convert(char *to, size_t size, char specifier, const struct tm *t)
{
    int in_century = (t->tm_year % 100 + 100) % 100;
    int hour = t->tm_hour % 12 == 0 ? 12 : t->tm_hour % 12;
    switch (specifier) {
    case 'Y':
        return snprintf(to, size, "%d", 1900 + t->tm_year);
    case 'y':
        return snprintf(to, size, "%02d", in_century);
    case 'm':
        return snprintf(to, size, "%02d", t->tm_mon + 1);
    case 'd':
        return snprintf(to, size, "%02d", t->tm_mday);
    case 'e':
        return snprintf(to, size, "%2d", t->tm_mday);
    case 'j':
        return snprintf(to, size, "%03d", t->tm_yday + 1);
    case 'H':
        return snprintf(to, size, "%02d", t->tm_hour);
    case 'I':
        return snprintf(to, size, "%02d", hour);
    case 'M':
        return snprintf(to, size, "%02d", t->tm_min);
    case 'S':
        return snprintf(to, size, "%02d", t->tm_sec);
    case 'p':
        return snprintf(to, size, "%s", t->tm_hour < 12 ? "AM" : "PM");
    case 'a':
        return snprintf(to, size, "%.3s", days[t->tm_wday]);
    case 'A':
        return snprintf(to, size, "%s", days[t->tm_wday]);
    case 'b':
    case 'h':
        return snprintf(to, size, "%.3s", months[t->tm_mon]);
    case 'B':
        return snprintf(to, size, "%s", months[t->tm_mon]);
    case 'C':
        return snprintf(to, size, "%02d", (1900 + t->tm_year) / 100);
    case 'u':
        return snprintf(to, size, "%d", t->tm_wday == 0 ? 7 : t->tm_wday);
    case 'w':
        return snprintf(to, size, "%d", t->tm_wday);
    case 'U':
        return snprintf(to, size, "%02d", (t->tm_yday + 7 - t->tm_wday) / 7);
    case 'W':
        return snprintf(to, size, "%02d", (t->tm_yday + 7 - after_monday(t)) / 7);
    case 'G':
        return snprintf(to, size, "%d", 1900 + t->tm_year + in_other_year(t));
    case 'g':
        return snprintf(to, size, "%02d", ((t->tm_year + in_other_year(t)) % 100 + 100) % 100);
    case 'V':
        return snprintf(to, size, "%02d", week(t));
    case 'n':
        return snprintf(to, size, "\n");
    case 't':
        return snprintf(to, size, "\t");
    case 'c':
        return snprintf(to, size, "%.3s %.3s %2d %02d:%02d:%02d %d", days[t->tm_wday], months[t->tm_mon], t->tm_mday, t->tm_hour,
                        t->tm_min, t->tm_sec, 1900 + t->tm_year);
    case 'F':
        return snprintf(to, size, "%d-%02d-%02d", 1900 + t->tm_year, t->tm_mon + 1, t->tm_mday);
    case 'D':
    case 'x':
        return snprintf(to, size, "%02d/%02d/%02d", t->tm_mon + 1, t->tm_mday, in_century);
    case 'T':
    case 'X':
        return snprintf(to, size, "%02d:%02d:%02d", t->tm_hour, t->tm_min, t->tm_sec);
    case 'r':
        return snprintf(to, size, "%02d:%02d:%02d %s", hour, t->tm_min, t->tm_sec, t->tm_hour < 12 ? "AM" : "PM");
    case 'R':
        return snprintf(to, size, "%02d:%02d", t->tm_hour, t->tm_min);
    case 'Z':
        return snprintf(to, size, "UTC");
    case 'z':
        return snprintf(to, size, "+0000");
    case '%':
        return snprintf(to, size, "%%");
    default:
        __boolprog_unsupported("A conversion of strftime is not known.");
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict t)
{
    size_t length = 0;
    for (; *format != 0 && length < size; format++) {
        if (*format != '%')
            to[length++] = *format;
        else
            length += (size_t)convert(to + length, size - length, *++format, t);
    }
    if (length >= size)
        return 0;
    to[length] = 0;
    return length;
}
