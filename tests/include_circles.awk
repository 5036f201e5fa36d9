# include_circles.awk - units that include each other in a circle.
#
#     awk -f tests/arrows.awk -f tests/include_circles.awk FILES
#
# FILES are the .h and .c files of src/.  A unit is NAME.c with NAME.h, and with
# its private header NAME_internal.h.  Prints the arrows of circles.

function unit_of(file)
{
    sub(/\.[ch]$/, "", file)
    sub(/_internal$/, "", file)
    return file
}

/^#include "/ {
    gsub(/"/, "", $2)
    arrow(unit_of(FILENAME), unit_of("src/" $2))
}

END { print_circles() }
