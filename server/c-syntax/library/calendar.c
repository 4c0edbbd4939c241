/* Dates in the Gregorian calendar (C11 7.27.3). The time zone is UTC. */
#include <stdio.h>
#include <time.h>

#define DAY 86400

static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

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

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict to)
{
    return gmtime_r(time, to);
}

struct tm *localtime(const time_t *time)
{
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
    return asctime_r(gmtime_r(time, &t), to);
}

char *ctime(const time_t *time)
{
    return asctime(gmtime(time));
}

void tzset(void)
{
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
        return snprintf(to, size, "%s", days[t->tm_wday]);
    case 'b':
        return snprintf(to, size, "%s", months[t->tm_mon]);
    case 'F':
        return snprintf(to, size, "%d-%02d-%02d", 1900 + t->tm_year, t->tm_mon + 1, t->tm_mday);
    case 'D':
        return snprintf(to, size, "%02d/%02d/%02d", t->tm_mon + 1, t->tm_mday, in_century);
    case 'T':
        return snprintf(to, size, "%02d:%02d:%02d", t->tm_hour, t->tm_min, t->tm_sec);
    case 'R':
        return snprintf(to, size, "%02d:%02d", t->tm_hour, t->tm_min);
    case 'Z':
        return snprintf(to, size, "UTC");
    case 'z':
        return snprintf(to, size, "+0000");
    default:
        return snprintf(to, size, "%c", specifier);
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
