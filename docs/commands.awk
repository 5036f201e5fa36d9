# commands.awk - convert the manual page, codarun.1, to a page of Markdown.
#
# Bold text becomes code, and italic text stays italic.  A paragraph with a tag
# (.TP) becomes a list item.

# Replace roff's escapes for characters.
function plain(s) {
    gsub(/\\-/, "-", s)
    gsub(/\\e/, "\\", s)
    gsub(/\\&/, "", s)
    gsub(/\\\(dq/, "\"", s)
    return s
}

# Escape what Markdown would take for markup.
function escaped(s) {
    gsub(/[\\*<|\[\]]/, "\\\\&", s)
    gsub(/`/, "", s)
    return s
}

function code(s) { return s == "" ? "" : "`" s "`" }
function italic(s) { return s == "" ? "" : "*" escaped(s) "*" }
function of_font(font, s,  before) {
    s = plain(s)
    before = substr(s, 1, match(s "x", /[^ ]/) - 1) # blanks mark nothing
    if (font != "R")
        s = substr(s, length(before) + 1)
    return font == "B" ? before code(s) : font == "I" ? before italic(s) : \
        escaped(s)
}

# Convert a line of text with \fB, \fI and \fR in it.
function of_text(s,  out, font, at) {
    font = "R"
    while ((at = match(s, /\\f[BIR]/))) {
        out = out of_font(font, substr(s, 1, at - 1))
        font = substr(s, at + 2, 1)
        s = substr(s, at + 3)
    }
    return out of_font(font, s)
}

# Split the arguments of a macro; those with blanks have quotes around them.
function arguments(s, into,  n) {
    n = 0
    sub(/^\.[A-Z]+ */, "", s)
    while (s != "") {
        if (match(s, /^"[^"]*"/)) {
            into[++n] = substr(s, 2, RLENGTH - 2)
        } else {
            match(s, /^[^ ]*/)
            into[++n] = substr(s, 1, RLENGTH)
        }
        s = substr(s, RLENGTH + 1)
        sub(/^ +/, "", s)
    }
    return n
}

# Convert a line that begins with a font macro: .B .I .BR .RB .BI .IR .RI
function of_macro(s,  fonts, n, i, part, out) {
    fonts = substr(s, 2, index(s " ", " ") - 2)
    n = arguments(s, part)
    for (i = 1; i <= n; i++)
        if (length(fonts) == 1)
            out = out (i > 1 ? " " : "") plain(part[i])
        else
            out = out of_font(substr(fonts, 2 - i % 2, 1), part[i])
    return length(fonts) > 1 ? out : fonts == "B" ? code(out) : italic(out)
}

# Print text in lines of 80 columns.
function put(text, indent,  n, i, word, line) {
    n = split(text, word, " ")
    line = indent == "" ? "" : substr(indent, 1, length(indent) - 2) "- "
    for (i = 1; i <= n; i++)
        if (line ~ /[^ -]/ && length(line " " word[i]) > 80) {
            print line
            line = indent word[i]
        } else
            line = line (line ~ /[^ -]/ ? " " : "") word[i]
    print line
}

function end_paragraph() {
    if (text == "")
        return
    if (tagged != was_item)
        print ""
    else if (!tagged)
        print ""
    put(text, tagged ? "  " : "")
    was_item = tagged
    text = ""
}

function head(level, s) {
    end_paragraph()
    tagged = was_item = 0
    gsub(/[<>]/, "", s)
    print "\n" level " " s
}

function add(s) { text = text (text == "" ? "" : " ") s }

# Convert a tag: all of it is code.
function of_tag(s) {
    if (s ~ /^\.[A-Z]+ /) {
        s = of_macro(s)
        gsub(/[`*]/, "", s)
        gsub(/\\/, "", s)
    } else
        gsub(/\\f[BIR]/, "", s)
    return code(plain(s)) ":"
}

BEGIN {
    print "# Commands\n"
    print "Every command, its options, its exit status and the environment: the manual"
    print "page `codarun(1)` as a page. `codarun help COMMAND` has the same, shorter."
    print "`make pages` makes this page."
}
want_tag { want_tag = 0; text = of_tag($0); tagged = 1; next }
/^\.TH/ || /^\.R[SE]/ { next }
/^\.SH NAME/ { skipped = 1; next }
/^\.SH/ {
    skipped = 0
    s = tolower(substr($0, 5))
    head("##", toupper(substr(s, 1, 1)) substr(s, 2))
    within = s
    next
}
skipped { next }
/^\.SS/ {
    s = plain(substr($0, 5))
    sub(/ +$/, "", s)
    head("###", within == "commands" ? code(s) : s)
    next
}
/^\.PP/ { end_paragraph(); tagged = 0; next }
/^\.TP/ { end_paragraph(); want_tag = 1; next }
/^\.IP/ { end_paragraph(); tagged = 1; next }
/^\.br/ { end_paragraph(); next }
/^\.nf/ { end_paragraph(); print "\n```sh"; verbatim = 1; next }
/^\.fi/ { print "```"; verbatim = 0; next }
verbatim { print plain($0); next }
/^\.[BIR]+ / { add(of_macro($0)); next }
{ add(of_text($0)) }
END { end_paragraph() }
