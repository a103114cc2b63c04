# SPDX-License-Identifier: MIT
# update.awk SHOWN PRINTED: what shall be shown now. As many lines stand before and behind a `...` as did.
NR == FNR { shown[++wanted] = $0; if (/^ *\.\.\.$/) { gaps++; gap = wanted }; next }
{ printed[++lines] = $0 }
END {
    if (gaps > 1) { for (k = 1; k <= wanted; k++) print shown[k]; exit 1 }
    if (!gaps || wanted > lines) { for (k = 1; k <= lines; k++) print printed[k]; exit }
    for (k = 1; k < gap; k++) print printed[k]
    print shown[gap]
    for (k = lines - (wanted - gap) + 1; k <= lines; k++) print printed[k]
}
