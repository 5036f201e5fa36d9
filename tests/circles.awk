# circles.awk - units of one folder that include or call each other in a circle.
#
#     awk -f tests/circles.awk FILES FILES
#
# FILES are all .h and .c files of the folder, given twice: the first reading
# finds who defines which function, the second who names it.  A unit is NAME.c
# with NAME.h.  Prints the arrows that are left once no unit can be taken away
# that has none in or none out: none, when there is no circle.

# Without comments and texts.
function code(line)
{
    gsub(/"[^"]*"/, "", line)
    gsub(/\/\*[^*]*(\*\/|$)/, "", line)
    return line ~ /^ *\*/ ? "" : line
}

function arrow(from, to)
{
    if (from != to && (to in units))
        arrows[from " " to] = 1
}

FNR == 1 {
    reading = ++times[FILENAME]
    unit = FILENAME
    sub(/\.[ch]$/, "", unit)
    units[unit] = 1
    folder = unit
    sub(/[^\/]*$/, "", folder)
}

reading == 1 && FILENAME ~ /c$/ && /^[a-z]/ { head = $0 }
reading == 1 && FILENAME ~ /c$/ && /^\{/ && match(head, /[a-z_0-9]+\(/) {
    name = substr(head, RSTART, RLENGTH - 1)
    if (head ~ /^static/)
        own[unit, name] = 1
    else if (name in definer)
        definer[name] = "" # several do
    else
        definer[name] = unit
}

reading == 2 && /^#include "/ {
    included = $2
    gsub(/^"|\.h"$/, "", included)
    arrow(unit, "src/" included)
}
reading == 2 && FILENAME ~ /c$/ {
    n = split(code($0), word, /[^a-z_0-9.>]+/)
    for (i = 1; i <= n; i++)
        if ((word[i] in definer) && !((unit, word[i]) in own))
            arrow(unit, definer[word[i]])
}

END {
    do {
        split("", in_of)
        split("", out_of)
        for (a in arrows) {
            split(a, end, " ")
            out_of[end[1]] = in_of[end[2]] = 1
        }
        gone = 0
        for (a in arrows) {
            split(a, end, " ")
            if (!(end[1] in in_of) || !(end[2] in out_of)) {
                delete arrows[a]
                gone++
            }
        }
    } while (gone)
    for (a in arrows) {
        split(a, end, " ")
        print end[1] " -> " end[2]
    }
}
