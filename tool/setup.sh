#!/bin/sh
# SPDX-License-Identifier: MIT
# setup.sh build|test: sees to it that what building (or testing as well) needs is there. On Debian and its kin
# it installs what is missing, through sudo when not root; elsewhere it says what is missing.
for_what=${1:-build}
missing= wanted=

need() { # PACKAGE COMMAND...: the package is missing if the command fails
    package=$1; shift
    "$@" >/dev/null 2>&1 </dev/null || missing="$missing $package"
}
want() { # PACKAGE COMMAND...: the same, but all else goes without it
    package=$1; shift
    "$@" >/dev/null 2>&1 </dev/null || wanted="$wanted $package"
}
has() { command -v "$1"; }
has_cmocka() { echo '#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>' | gcc -E -; }
has_sundials() { printf '#include <cvode/cvode.h>\n#include <klu.h>\n' | gcc -I/usr/include/suitesparse -E -; }
links() { echo 'int main(void) { return 0; }' | "$@" -x c - -o /dev/null; }

look() {
    missing= wanted=
    need cmake has cmake
    need gcc has gcc
    need libc6-dev links gcc -lm
    need make has make
    need libcmocka-dev has_cmocka
    want libsundials-dev has_sundials
    [ "$for_what" = test ] || return 0
    need clang has clang
    need libclang-rt-14-dev links clang -fsanitize=address,undefined
    need valgrind has valgrind
    need clang-format has clang-format
    need binutils has objdump
    need pkg-config has pkg-config
}

look
[ -n "$missing$wanted" ] || exit 0

as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
if command -v apt-get >/dev/null && { [ -z "$as_root" ] || command -v sudo >/dev/null; }; then
    echo "installing with apt-get${as_root:+, through sudo}:$missing$wanted" >&2
    # The lists are fetched first: a fresh machine has none.
    apt="env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=900"
    $as_root $apt update >&2 </dev/null || echo "apt-get update failed" >&2
    # What is only wanted is asked for by itself: that it cannot be had must not keep the rest away.
    for packages in "$missing" "$wanted"; do
        [ -z "$packages" ] || $as_root $apt install -y --no-install-recommends $packages >&2 </dev/null ||
            echo "apt-get failed:$packages" >&2
    done
    look
fi

[ -z "$wanted" ] || echo "without$wanted: no steppers cvode and ida; all else is built" >&2
[ -n "$missing" ] || exit 0
echo "missing:$missing (named as Debian names its packages)" >&2
case " $missing " in
*" cmake "* | *" gcc "* | *" make "* | *" libc6-dev "*) echo "Nothing can be built without them." >&2; exit 1 ;;
esac
echo "Going on without; the tests that need them are left out." >&2
