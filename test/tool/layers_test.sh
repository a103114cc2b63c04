#!/bin/sh
# SPDX-License-Identifier: MIT
# layers_test.sh SCRATCH: the check of layers finds what it is there for. A small tree that is right, then each mistake
# in a copy of it.
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
scratch=${1:?folder}/layers
failed=0

tree() { # the tree that is right: three floors, and a header that shows another one
    rm -rf "$scratch" && mkdir -p "$scratch/low" "$scratch/mid2" "$scratch/top" && cd "$scratch" || exit 2
    printf '# Folders.\nlow (more.h):\nmid2: low\ntop: low # and no other\n' >LAYERS
    echo '#include "jourdain.h"' >low/low.h
    echo '#include "low/low.h"' >low/more.h
    echo 'LOW(one)' >low/lows.def
    printf '#include "low/low.h"\n#include <math.h>\n#include <sys/stat.h>\n#include "low/lows.def"\n' >low/one.c
    echo '#include "low/low.h"' >mid2/mid2.h
    echo '#include "mid2/mid2.h"' >mid2/inside.h
    echo '#include "mid2/inside.h" /* its own */' >mid2/two.c
    printf '/* #include "mid2/mid2.h" was here */\n#include "low/more.h"\n' >top/three.c
}
passes() {
    said=$("$root/tool/check_layers.sh" "$scratch" 2>&1) && [ -z "$said" ] && return
    echo "it should pass: $1, but: $said"; failed=1
}
fails() { # WHAT WORDS: fails, and says so with these words
    if said=$("$root/tool/check_layers.sh" "$scratch" 2>&1); then echo "it should fail: $1"; failed=1; fi
    printf '%s\n' "$said" | grep -qF -- "$2" || { echo "$1: '$2' is not said, but: $said"; failed=1; }
}
refuses() { # LINE WORDS: an include of this spelling in top/three.c
    tree
    printf '%b\n' "$1" >>top/three.c
    fails "$1" "$2"
}

tree
passes "the tree as it is"

# Every spelling of an include.
refuses '#include "mid2/mid2.h"' 'top may not know mid2: top/three.c -> mid2/mid2.h'
refuses '#include "../mid2/mid2.h"' 'top/three.c:3:'
refuses '#include "low/../mid2/mid2.h"' 'top/three.c:3:'
refuses '#include "./mid2.h"' 'top/three.c:3:'
refuses '#include "three.h"' 'top/three.c:3:'
refuses '#include <mid2/mid2.h>' '<mid2/mid2.h> is one of ours'
refuses '#include <../mid2/mid2.h>' '<../mid2/mid2.h> is one of ours'
refuses '#include <jourdain.h>' '<jourdain.h> is one of ours'
refuses '#include  "mid2/mid2.h"' 'top/three.c:3:'
refuses '#include\t"mid2/mid2.h"' 'top/three.c:3:'
refuses '#include"mid2/mid2.h"' 'top/three.c:3:'
refuses '  #include "mid2/mid2.h"' 'top/three.c:3:'
refuses '# include "mid2/mid2.h"' 'top/three.c:3:'
refuses '#/* a */include "mid2/mid2.h"' 'top/three.c:3:'
refuses '/* a */ #include "mid2/mid2.h"' 'top/three.c:3:'
refuses '/* a\n * b */ #include "mid2/mid2.h"' 'top/three.c:4:'
refuses '#include /* a */ "mid2/mid2.h"' 'top/three.c:3:'
refuses '#\\\ninclude "mid2/mid2.h"' 'top may not know mid2'
refuses '??=include "mid2/mid2.h"' 'top/three.c:3:'
refuses '%:include "mid2/mid2.h"' 'top/three.c:3:'
refuses '#define HEADER "mid2/mid2.h"\n#include HEADER' 'top/three.c:4:'
refuses '#include_next "mid2/mid2.h"' 'top/three.c:3:'
refuses '#import "mid2/mid2.h"' 'top/three.c:3:'
refuses '#include "low/none.h"' 'there is no low/none.h'

# Knowledge: through the headers of others, too; and only by headers that are open.
tree; echo '#include "mid2/mid2.h"' >>low/more.h
fails "upwards" 'low may not know mid2: low/more.h -> mid2/mid2.h'
tree; echo 'far: low mid2' >>LAYERS; mkdir far; echo '#include "mid2/mid2.h"' >far/far.h
passes "far sees low through mid2"
sed -i 's/^far:.*/far: mid2/' LAYERS
fails "what the header of another shows" 'far may not know low: far/far.h -> mid2/mid2.h -> low/low.h'
tree; sed -i 's/^top: low/top: low mid2/' LAYERS; echo '#include "mid2/mid2.h"' >>top/three.c
passes "top may know mid2"
echo '#include "mid2/inside.h"' >>top/three.c
fails "the inside of another folder" 'mid2/inside.h is not open to other folders'
tree; sed -i 's/^low.*/low:/' LAYERS
fails "a header that is no longer open" 'low/more.h is not open to other folders'

# LAYERS itself.
tree; sed -i 's/^top: low/top: low mid2/' LAYERS
fails "knowledge that nobody uses" 'top may know mid2, but none of its files does'
tree; sed -i 's/^low.*/low: top/' LAYERS
fails "a folder below one that it knows" 'low may know only folders that stand above it, not top'
tree; mkdir new; echo >new/new.h
fails "a folder that is not listed" 'the folder new is missing in LAYERS'
tree; sed -i 's/more.h/less.h/' LAYERS
fails "an open header that is not there" 'there is no low/less.h'
tree; echo 'top low' >>LAYERS
fails "a line that cannot be read" '`top low` is not'
tree; echo 'top: low' >>LAYERS
fails "a folder twice" 'top stands there twice'

rm -rf "$scratch"
exit $failed
