# What differs from one machine or moment to the next. It is masked in what is shown and in what was printed alike, so that
# one changed digit anywhere else is a difference. (The path of the scratch folder is masked by check_documents.sh.)

# Time that a run took: `1573 evaluations, 0.00136 s`.
s/\( evaluations, \)[0-9.e+-]* s$/\1TIME s/

# Rows of `compare` that are measured: times, their ratios, counted instructions.
s/^\( *time of [a-z ]*\[[mun]*s\]\).*/\1 TIMES/
s/^\( *its ratio to the first\).*/\1 RATIOS/
s/^\( *instructions of [a-z ]*\).*/\1 COUNTS/

# Dates.
s/20[0-9][0-9]-[01][0-9]-[0-3][0-9]/DATE/g
