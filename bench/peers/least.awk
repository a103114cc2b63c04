# SPDX-License-Identifier: MIT
# Of lines that were measured more than once the least time.
BEGIN { FS = OFS = "," }
{
    key = $1 FS $2 FS $3 FS $4 + 0 FS ($4 ~ /^[0-9]/ ? "" : $4)
    if (!(key in line)) { order[++n] = key; time[key] = $6 }
    else if ($6 + 0 < time[key] + 0) time[key] = $6
    else next
    line[key] = $0
}
END { for (k = 1; k <= n; k++) print line[order[k]] }
