#!/bin/bash
# The picture of the source, docs/pictures/source.svg, agrees with the sources:
# its boxes are the folders of src/, its arrows are includes between them, and
# every include between two folders follows arrows.
. "${srcdir:-.}/tests/tap.sh"

cd "$srcdir" || exit 99
picture=docs/pictures/source.svg

# Lines "FROM TO" for includes between folders of src/.
includes() {
    find src -name '*.[ch]' -exec awk -f tests/include_folders.awk {} + |
        awk '{ sub(/\/.*/, "", $2); sub(/\/.*/, "", $3) }
            $2 != $3 { print $2, $3 }' | sort -u
}
arrows() {
    sed -n 's/.*<path id="\([a-z]*\)-\([a-z]*\)".*/\1 \2/p' "$picture" | sort -u
}
boxes() { sed -n 's/.*<rect id="\([a-z]*\)".*/\1/p' "$picture" | sort; }

# The folders that can be reached by arrows from those of standard input.
along_arrows() {
    awk 'FNR == NR { arrow[$1, $2] = 1; name[$1]; name[$2]; next }
        FNR == 1 {
            for (k in name) for (i in name) for (j in name)
                if ((i, k) in arrow && (k, j) in arrow) arrow[i, j] = 1
        }
        ($1, $2) in arrow' <(arrows) -
}

# The names of folders in a box, in small letters: lines "BOX/FOLDER".
named_folders() {
    awk '
        function number(name) {
            match($0, " " name "=\"[0-9]*")
            return substr($0, RSTART + length(name) + 3) + 0
        }
        /<rect id=/ {
            split($0, part, "\"")
            top[part[2]] = number("y")
            end[part[2]] = number("y") + number("height")
        }
        /<g/ { small = /font-size="12"/ }
        small && /<text/ {
            y = number("y")
            gsub(/<[^>]*>|,/, "")
            for (box in top)
                if (box != "fetch" && top[box] < y && y < end[box])
                    for (i = 1; i <= NF; i++)
                        print box "/" $i
        }' "$picture"
}
are_there() {
    for folder in $(named_folders); do
        [ -d "src/$folder" ] || { echo "$folder"; return 1; }
    done
    [ "$(named_folders | wc -l)" -gt 15 ]
}

ok "its boxes are the folders of src/" diff <(boxes) \
    <(find src -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)
ok "its arrows are includes" diff <(arrows) <(comm -12 <(arrows) <(includes))
ok "all includes go along arrows" diff <(includes) <(includes | along_arrows)
ok "the folders that it names are there" are_there
ok "few folders are at the top" test "$(ls src | wc -l)" -le 12
done_testing
