#!/bin/sh
# SPDX-License-Identifier: MIT
# check_portable.sh COMPILER: the library asks for C11 and nothing of POSIX, but for base/file.c and base/new_file.c, which go
# without where there is none, and that way compile too. (Folders of the program, from draw/ on, may use POSIX.)
cc=${1:-cc}
cd "$(dirname "$0")/.." || exit 2
folders=$(sed -n '/^draw/,$d; s|^\([a-z][a-z]*\).*|src/\1|p' src/LAYERS)
# shellcheck disable=SC2086 # the folders are words
found=$(grep -nE '# *include *<(unistd|fcntl|dirent|signal|pthread|strings|termios|sys/[a-z]*)\.h>|_(POSIX_C|XOPEN|GNU|DEFAULT)_SOURCE' -r $folders |
    grep -vE '^src/base/(new_)?file\.c:')
[ -z "$found" ] || { echo "the library needs more than C11 in:"; echo "$found"; exit 1; }
for file in src/base/file.c src/base/new_file.c; do
    "$cc" -std=c11 -Wall -Wextra -Wconversion -Werror -U__unix__ -U__unix -U__APPLE__ -Isrc -Iinclude -fsyntax-only $file || {
        echo "$file does not compile without POSIX"; exit 1; }
done
