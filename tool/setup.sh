#!/bin/sh
# SPDX-License-Identifier: MIT
# setup.sh build|test: sees to it that what building (or testing as well) needs is there. On Debian and its kin
# it installs what is missing, through sudo when not root; elsewhere it says what is missing and what goes without.
for_what=${1:-build}
missing= wanted= lost=

need() { # PACKAGE COMMAND...: the package is missing if the command fails
    package=$1; shift
    "$@" >/dev/null 2>&1 </dev/null || missing="$missing $package"
}
want() { # PACKAGE "WHAT IS LOST" COMMAND...: the same, but all else goes without it
    package=$1 without=$2; shift 2
    "$@" >/dev/null 2>&1 </dev/null && return
    wanted="$wanted $package"
    lost="$lost
  $package: $without"
}
has() { command -v "$1"; }
includes() { # FOLDER HEADER...
    folder=$1; shift
    for header; do echo "#include <$header>"; done | gcc -I"$folder" -E -
}
links() { echo 'int main(void) { return 0; }' | "$@" -x c - -o /dev/null; }
has_browser() { has chromium || has chromium-browser || has google-chrome; }
has_font() { find /usr/share/fonts /usr/local/share/fonts -name '*.[to]tf' 2>/dev/null | grep -q .; }

look() {
    missing= wanted= lost=
    need cmake has cmake
    need gcc has gcc
    need libc6-dev links gcc -lm
    need make has make
    need libcmocka-dev includes . stdarg.h stddef.h stdint.h setjmp.h cmocka.h
    want libsundials-dev "no steppers cvode and ida" includes /usr/include/suitesparse cvode/cvode.h klu.h
    want libcairo2-dev "no pictures as PNG and PDF" includes /usr/include/cairo cairo.h
    want fonts-liberation "no letters in PNG and PDF" has_font
    want nodejs "no page of \`jourdain view\`" has node
    want npm "no page of \`jourdain view\`" has npm
    [ "$for_what" = test ] || return 0
    need clang has clang
    need libclang-rt-14-dev links clang -fsanitize=address,undefined
    want lld "tests with sanitizers are linked slowly" has ld.lld
    need valgrind has valgrind
    need clang-format has clang-format
    need binutils has objdump
    need pkg-config has pkg-config
    want chromium "no tests in the browser" has_browser
    want libxml2-utils "no test that SVG and HTML are well-formed" has xmllint
    want librsvg2-bin "no test that others can draw the SVG" has rsvg-convert
    want zsh "no test of its completion" has zsh
    want fish "no test of its completion" has fish
    want pngcheck "no test of PNG files" has pngcheck
    want poppler-utils "no test of PDF files" has pdfinfo
}

look
[ -n "$missing$wanted" ] || exit 0

as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
if command -v apt-get >/dev/null && { [ -z "$as_root" ] || command -v sudo >/dev/null; }; then
    echo "installing with apt-get${as_root:+, through sudo}:$missing$wanted" >&2
    # The lists are fetched first: a fresh machine has none.
    apt="env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=900"
    install() { $as_root $apt install -y --no-install-recommends "$@" >&2 </dev/null; }
    $as_root $apt update >&2 </dev/null || echo "apt-get update failed" >&2
    # What is only wanted is asked for by itself: that one cannot be had must not keep the rest away.
    # shellcheck disable=SC2086 # the packages are words
    if [ -n "$missing" ]; then install $missing || echo "apt-get failed:$missing" >&2; fi
    # shellcheck disable=SC2086
    [ -z "$wanted" ] || install $wanted || for package in $wanted; do install "$package" || echo "apt-get failed: $package" >&2; done
    look
fi

[ -z "$wanted" ] || echo "going on without (named as Debian names its packages):$lost" >&2
[ -n "$missing" ] || exit 0
echo "missing:$missing (named as Debian names its packages)" >&2
case " $missing " in
*" cmake "* | *" gcc "* | *" make "* | *" libc6-dev "*) echo "Nothing can be built without them." >&2; exit 1 ;;
esac
echo "Going on without; the tests that need them are left out." >&2
