# old_words.awk - names of files, tags and functions that have a word of the list
# tests/old_words:
#     find src tests -type f |
#         awk -f tests/old_words.awk tests/old_words - SOURCE...

# report the first old word among the first n parts of a name
function find(what, name, n,    part, parts, i)
{
    parts = split(name, part, /[^a-z0-9]+/)
    for (i = 1; i <= parts && i <= n; i++)
        if (part[i] in instead)
            print what " " name ": " part[i] " -> " instead[part[i]]
}

FILENAME == "tests/old_words" {
    if (!/^#/ && NF > 1) {
        word = $1
        sub(/^[^ ]+ /, "")
        instead[word] = $0
    }
    next
}

FILENAME !~ /\.[ch]$/ { # names of files, from standard input
    name = $0
    sub(/.*\//, "", name)
    find($0 ": file", name, 9)
    next
}

/^[a-z ]*(struct|enum|union) [a-z0-9_]+ \{/ {
    name = $0
    sub(/ \{.*/, "", name)
    sub(/.* /, "", name)
    find(FILENAME ":" FNR ": tag", name, 9)
    next
}

# a function begins at the beginning of a line, by its type
/^[a-z][a-z0-9_ ]*[ *]+[a-z0-9_]+\(/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    find(FILENAME ":" FNR ": function", name, 1)
}
