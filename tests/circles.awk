# circles.awk - units of one folder that include or call each other in a circle.
#
#     awk -f tests/arrows.awk -f tests/circles.awk FILES FILES
#
# FILES are all .h and .c files of the folder, given twice: the first reading
# finds who defines which function, the second who names it.  A unit is NAME.c
# with NAME.h.  Prints the arrows of circles.

# Return the line without comments and string literals.
function code(line)
{
    gsub(/"[^"]*"/, "", line)
    gsub(/\/\*[^*]*(\*\/|$)/, "", line)
    return line ~ /^ *\*/ ? "" : line
}

FNR == 1 {
    reading = ++times[FILENAME]
    unit = FILENAME
    sub(/\.[ch]$/, "", unit)
}

reading == 1 && FILENAME ~ /c$/ && /^[a-z]/ { head = $0 }
reading == 1 && FILENAME ~ /c$/ && /^\{/ && match(head, /[a-z_0-9]+\(/) {
    name = substr(head, RSTART, RLENGTH - 1)
    if (head ~ /^static/)
        own[unit, name] = 1
    else if (name in definer)
        definer[name] = "" # defined in several units
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

END { print_circles() }
