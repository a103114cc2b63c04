# SPDX-License-Identifier: MIT
# commands.awk -v to=FOLDER -v prompt=1 BODY: the commands of a block, one after the other, as FOLDER/k.cmd, and what is
# shown below each as FOLDER/k.shown. With a prompt a command is a line that begins with `$ `; without, every line that is
# no comment. `\` at its end goes on in the next line. FOLDER/commands holds their number.
function open_command(line) {
    name = sprintf("%s/%03d", to, ++count)
    printf "" >(name ".shown")
    print line >(name ".cmd")
    going_on = line ~ /\\$/
}
going_on { print >(name ".cmd"); going_on = /\\$/; next }
prompt && /^\$ / { open_command(substr($0, 3)); next }
prompt && !count { print "a console block begins with a command: `$ ...`"; bad = 1; exit }
prompt { print >(name ".shown"); next }
/^ *(#|$)/ { next }
{ open_command($0) }
END { print count + 0 >(to "/commands"); exit bad }
