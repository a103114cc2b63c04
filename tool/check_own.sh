#!/bin/sh
# SPDX-License-Identifier: MIT
# tool/check_own.sh LIBRARY...: elementary functions are our own (src/base/own.h), the same bits everywhere: a library asks the C library for none.
bad=0
for library in "$@"; do
    for name in $(nm -D --undefined-only "$library" | awk '{ sub(/@.*/, "", $NF); print $NF }' |
        grep -xE '(sin|cos|sincos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|cbrt|hypot|erf|tgamma|lgamma)[fl]?'); do
        echo "$library calls '$name' of the C library: include base/own.h, which has it"
        bad=1
    done
done
exit $bad
