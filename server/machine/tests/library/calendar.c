// Dates.
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
    char text[64];
    time_t moment = 951827696;
    struct tm date = *gmtime(&moment);
    printf("%d-%d-%d %d:%d:%d %d %d\n", date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec,
           date.tm_wday, date.tm_yday);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %b %j", &date);
    puts(text);
    fputs(asctime(&date), stdout);
    date.tm_mday += 40;
    printf("%d\n", (int)(mktime(&date) != (time_t)-1));
    printf("%d %d\n", date.tm_mon, date.tm_mday);
    printf("%zu\n", strftime(text, 3, "%Y", &date));
}
