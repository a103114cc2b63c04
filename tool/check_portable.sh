#!/bin/sh
# SPDX-License-Identifier: MIT
# check_portable.sh COMPILER: the library asks for C11 and nothing of POSIX, but for base/new_file.c, which goes without where
# there is none, and that way compiles too. (Folders of the program, from draw/ on, may use POSIX.)
cc=${1:-cc}
cd "$(dirname "$0")/.." || exit 2
folders=$(sed -n '/^draw/,$d; s|^\([a-z][a-z]*\).*|src/\1|p' src/LAYERS)
# shellcheck disable=SC2086 # the folders are words
found=$(grep -nE '# *include *<(unistd|fcntl|dirent|signal|pthread|strings|termios|sys/[a-z]*)\.h>|_(POSIX_C|XOPEN|GNU|DEFAULT)_SOURCE' -r $folders |
    grep -v '^src/base/new_file\.c:')
[ -z "$found" ] || { echo "the library needs more than C11 in:"; echo "$found"; exit 1; }
"$cc" -std=c11 -Wall -Wextra -Wconversion -Werror -U__unix__ -U__unix -U__APPLE__ -Isrc -Iinclude -fsyntax-only src/base/new_file.c || {
    echo "src/base/new_file.c does not compile without POSIX"; exit 1; }
