# SPDX-License-Identifier: MIT
# put.awk -v line=N -v with=FILE DOCUMENT: the document with FILE in place of the body of the block that opens in line N.
FNR == line { print; while ((getline text <with) > 0) print text; inside = 1; next }
inside && !/^ *```+ *$/ { next }
{ inside = 0; print }
