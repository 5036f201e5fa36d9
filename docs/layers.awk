# layers.awk - print src/layers as a table in Markdown.
#
#     awk -f docs/layers.awk src/layers

BEGIN {
    FS = " *[|] *"
    print "| folder | holds | owns |"
    print "|---|---|---|"
}
!/^#/ { print "| `" $1 "/` | " $2 " | " $3 " |" }
