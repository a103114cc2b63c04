# SPDX-License-Identifier: MIT
# split.awk -v to=FOLDER DOCUMENT: takes the blocks and the commands of a document apart, in their order.
#
# Block n becomes FOLDER/n.kind (the word behind its fence), n.line, n.body and n.note: the comments right above it, one
# `key: value` a line. Notes of several lines (`before`, `after`) become files of their own. A command that stands in the
# text between backticks is a block of the kind `inline`. The last line of FOLDER/blocks is the number of blocks.

function open_block(kind, line) {
    block = sprintf("%s/%04d", to, ++count)
    print kind >(block ".kind"); close(block ".kind")
    print line >(block ".line"); close(block ".line")
    printf "" >(block ".body")
    printf "%s", notes >(block ".note"); close(block ".note")
    if (have_before) { printf "%s", text["before"] >(block ".before"); close(block ".before") }
    if (have_after) { printf "%s", text["after"] >(block ".after"); close(block ".after") }
    forget()
}
function forget() { notes = ""; text["before"] = ""; text["after"] = ""; have_before = have_after = 0 }

# A comment of one line is a note; one that begins with `before` or `after` holds lines of text.
function note(line) {
    sub(/^<!-- */, "", line); sub(/ *-->.*/, "", line)
    notes = notes line "\n"
}

# Commands between backticks: of the program, and of make.
function inline(line, number,    at, span) {
    while ((at = match(line, /`[^`]+`/)) > 0) {
        span = substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
        gsub(/\\\|/, "|", span)
        if (span ~ /^(jourdain|make) [a-z]/) {
            forget(); open_block("inline", number)
            print span >(block ".body"); close(block ".body")
        }
    }
}
# A line that ends within backticks goes on in the next one.
function read_text(line, number,    ticks) {
    line = kept line
    ticks = gsub(/`/, "`", line)
    if (ticks % 2 == 1 && line !~ /^ *$/ && length(kept) < 2000) { kept = line " "; return }
    kept = ""
    inline(line, number)
}

BEGIN { forget() }
in_note != "" {
    if (/-->/) { in_note = ""; next }
    text[in_note] = text[in_note] $0 "\n"
    next
}
in_comment { if (/-->/) in_comment = 0; next }
in_fence {
    if ($0 ~ /^ *```+ *$/) { in_fence = 0; close(block ".body"); next }
    print >(block ".body")
    next
}
/^<!-- *(before|after) *$/ {
    in_note = $0 ~ /before/ ? "before" : "after"
    if (in_note == "before") have_before = 1; else have_after = 1
    next
}
/^<!--.*-->/ { note($0); next }
/^<!--/ { in_comment = 1; next }
/^ *```/ {
    kept = ""
    word = $0; sub(/^ *```+ */, "", word); sub(/ .*/, "", word)
    open_block(word, FNR); in_fence = 1
    next
}
/^ *$/ { kept = ""; next }
{ forget(); read_text($0, FNR) }
END {
    if (in_fence || in_note != "" || in_comment) { print FILENAME ": a block or a comment has no end"; bad = 1 }
    print count + 0 >(to "/blocks")
    exit bad
}
