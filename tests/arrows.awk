# arrows.awk - collect dependencies between units as arrows, and find circles;
# for circles.awk and include_circles.awk.

function arrow(from, to)
{
    if (from != to)
        arrows[from " " to] = 1
}

# Remove each unit without incoming or without outgoing arrows, until all units
# have both.
function peel(    a, end, in_of, out_of, gone)
{
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
}

# Mark in `reached` the units that can be reached from a unit.
function reach(from,    a, end)
{
    reached[from] = 1
    for (a in arrows) {
        split(a, end, " ")
        if (end[1] == from && !(end[2] in reached))
            reach(end[2])
    }
}

# An arrow left after peel() may only lead from one circle to another.
function print_circles(    a, end)
{
    peel()
    for (a in arrows) {
        split(a, end, " ")
        split("", reached)
        reach(end[2])
        if (end[1] in reached)
            print end[1] " -> " end[2]
    }
}
