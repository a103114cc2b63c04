#!/bin/sh
# SPDX-License-Identifier: MIT
# Mistakes on the command line: exit code 2, what is wrong, what was perhaps meant.
. "$(dirname "$0")/common.sh"
model=$here/pendulum.jd

wrong() { # CODE HINT ARGUMENTS...
    message=$1 hint=$2
    shift 2
    call "$@"
    exits 2
    says "[$message]"
    says "$hint"
    prints_nothing
}

wrong command-unknown "did you mean 'jourdain run'?" rum $model
wrong command-unknown "jourdain run $model" $model
wrong command-unknown 'jourdain help' frobnicate
wrong command-unknown 'jourdain run MODEL' simulate $model
wrong command-unknown 'jourdain view MODEL' animate $model
wrong command-unknown 'jourdain check MODEL' validate $model
wrong option-unknown "did you mean '--stepper'?" run $model --steper rk4
wrong option-unknown "did you mean '--to'?" run $model --two=3
wrong option-unknown '--dt TIME is the step' run $model --step 1e-3
wrong option-unknown '--tol NUMBER' run $model --tolerance 1e-8
wrong option-unknown 'jourdain help run' run $model --xxxxxxxx
wrong option-unknown '-x' run $model -x
wrong option-unknown 'the ending of --out says the kind of file' view $model --gif
wrong option-unknown '--against CHANNEL' plot $model --x hinge.angle
wrong option-unknown '--against CHANNEL' plot $model --vs hinge.angle
wrong option-not-here 'the ending of --out' run $model --csv
wrong option-unknown '--picture FILE' sweep $model --plot a.svg
wrong option-unknown '--to TIME' run $model --tstop 3
wrong option-value '`jourdain sweep`' plot $model --vary r=1..2/3
wrong vary-not-valid 'start..end/count' sweep $model --vary tol=1e-6:1e-9:3
wrong option-not-here "'jourdain run' has it" version --tol 3
wrong option-value-missing '--to TIME' run $model --to
wrong option-value-missing '--out FILE' run $model --out --quiet
wrong option-value 'takes no value' run $model --quiet=yes
wrong option-value 'more than zero' run $model --to -1
wrong option-value 'more than zero' run $model --dt 0
wrong option-value 'none baumgarte projection' run $model --stabilise sometimes
wrong option-value "did you mean 'rk4'?" run $model --stepper rk5
wrong option-value "did you mean 'newton-euler'?" run $model --form newton-eule
wrong option-value 'name=value' run $model --set r
wrong argument-missing 'jourdain run MODEL' run
wrong argument-unexpected 'b.jd' run $model b.jd
wrong topic-unknown "did you mean 'jourdain help joints'?" help joynts
wrong topic-unknown "did you mean 'file-read'?" explain file-red
wrong topic-unknown "did you mean 'revolute'?" derive revolut
wrong argument-missing 'jourdain derive revolute' derive
wrong topic-unknown "did you mean 'jO'?" derive $model jo

# Values that are no number, or of another dimension, show where.
for value in 3kg two '1 +' '[1, 2]' ''; do
    call run $model --to "$value"
    exits 2
    says error
    prints_nothing
done
call run $model --to 1,5
says 'decimal numbers have a point: 1.5'
call run $model --to 30°
says 'degrees are written: 30 deg'
call run $model --output motion.csv
exits 2
says '--out motion.csv'
call run $model --output jO.angel
exits 2
says 'jO.angle'

# No command: help, and 2. Asked for: 0.
call
exits 2
prints 'Commands'
for words in help --help -h 'run --help' 'help run' version --version; do
    call $words
    exits 0
    says_nothing
done

# Messages are plain where there is no terminal.
call run $here/wrong.jd
if grep -q "$(printf '\033')" "$scratch/err"; then fail 'colours without a terminal'; fi
finish
