#!/bin/sh
# SPDX-License-Identifier: MIT
# check_calls.sh LIBRARY: it never prints by itself, ends the process, jumps, or asks the environment, the
# locale, the clock or chance. (fprintf, fwrite and so on go to the caller's FILE;
# strtod is for base/number.c alone, which shows it no decimal point.)
nm -A -u "${1:?library}" | awk '
    BEGIN { n = split("abort exit _exit _Exit quick_exit atexit raise signal system longjmp setjmp _setjmp " \
                      "printf vprintf puts putchar perror gets scanf stdin stdout stderr " \
                      "getenv setenv setlocale localeconv time clock clock_gettime gettimeofday localtime " \
                      "rand srand random drand48 atof strtof strtod strtold sscanf strtok tmpnam", word, " ")
            while (n) forbidden[word[n--]] }
    { name = $NF; sub(/^__isoc[0-9]+_/, "", name); sub(/^__/, "", name); sub(/_chk$/, "", name) }
    name == "strtod" && $1 ~ /:number\.c\.o:$/ { next }
    name in forbidden { print "forbidden call: " name " in " $1; bad = 1 }
    END { exit bad }'
