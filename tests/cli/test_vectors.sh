#!/bin/bash
# codarun vectors: word vectors learned from a corpus, with the same bytes for
# any number of threads, and after kills.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99

# Sixty groups of five words; a line has words of one group, and words that are
# in all lines.
awk 'BEGIN {
    srand(7)
    for (i = 0; i < 2400; i++) {
        group = int(rand() * 60)
        line = ""
        for (k = 0; k < 10; k++)
            line = line " " (rand() < .3 ? "the" : "w" group "_" int(rand() * 5))
        print line
    }
}' >text

vectors() { "$codarun" vectors "$@"; }
learn() { vectors text -o "$@" --width 24 --passes 8; }

says_its_settings() {
    learn one --threads 1 2>err &&
        grep -q "skip-gram: width 24, window 5, passes 8, min-count 5, " err &&
        grep -q " rate 0.025, negatives 5, sample 0.001, seed 1$" err
}
ok "vectors are learned, and the settings said" says_its_settings
ok "of each word, the most frequent first" sh -c \
    'test "$(wc -l <one)" = 301 && head -n 1 one | grep -q "^the "'
ok "of the requested width" sh -c \
    'awk "NF != 25 { exit 1 }" one'
ok "nothing else is left" test ! -e one.state
for threads in 2 4; do
    ok "with $threads threads" learn "threads$threads" --threads $threads
    ok "with the same bytes" cmp one "threads$threads"
done
for level in plain avx2; do
    if CODARUN_SIMD=$level "$codarun" --version >/dev/null 2>&1; then
        CODARUN_SIMD=$level learn "$level" >/dev/null 2>&1
        ok "and at level $level" cmp one "$level"
    else
        skip "and at level $level" "this processor has no such level"
    fi
done
ok "another seed gives other vectors" sh -c '
    "$0" vectors text -o seed --width 24 --passes 8 --seed 2 && ! cmp one seed' \
    "$codarun"

ok "a pipe is written into" sh -c \
    '"$0" vectors text -o /dev/stdout --width 24 --passes 8 --checkpoint 0 |
    cmp one' "$codarun"

# --- the quality of vectors ---------------------------------------------------

# Of a word's four nearest words nearly all are of its group.
in_group() {
    for group in 0 7 21 33 59; do
        vectors neighbours one "w${group}_0" -n 4 | grep -c " w${group}_"
    done | awk '{ n += $1 } END { print n; exit n < 19 }'
}
ok "words that occur together are neighbours" in_group
ok "there are ten by default" test \
    "$("$codarun" vectors neighbours one w1_0 w2_0 | wc -l)" -eq 20
agrees "programs get them, too" '
    [(w["word"], "%.4f" % n["cosine"], n["word"]) for w in s
     for n in w["neighbours"]] == [tuple(l.split()) for l in t.splitlines()]' \
    "$codarun" vectors neighbours one w1_0 w2_0
ok "a word that is not there is named" says \
    "file 'one' has no word 'elsewhere'" 1 vectors neighbours one elsewhere

# Written by hand: a header, a word twice, a name of two words, rows of two
# lengths.
printf '%s\n' '5 2' 'north 0 2' 'south 0 -1' 'north 1 0' 'New York 1 1' \
    'east 3 1' >points
ok "another program's file is read once, by its first rows" sh -c \
    'cat points | "$0" vectors neighbours /dev/stdin north |
    grep -v "^#" | tr "\n" " " | grep -qx \
    "north 0.3162 east north -1.0000 south "' "$codarun"
printf 'a 1 2\nb 1\n' >short
ok "a row that is short is named" says \
    "file 'short', line 2: found 1 numbers after the word, expected 2" 1 \
    vectors neighbours short a

# --- killed and begun again ---------------------------------------------------

# ended SIGNAL FILE OPTIONS...: end it three times, each time shortly after its
# first new state, then let it finish.  It writes a state after each of more
# than a hundred steps.
ended() {
    local signal=$1 file=$2 after
    shift 2
    for after in 0.01 0.03 0.02; do
        touch before
        "$codarun" vectors text -o "$file" --width 24 --checkpoint 0 "$@" \
            >/dev/null 2>&1 &
        while [ ! "$file.state" -nt before ] && kill -0 $! 2>/dev/null; do
            sleep 0.01
        done
        sleep $after
        kill -s "$signal" $! 2>/dev/null
        wait $! 2>/dev/null
    done
    [ -s "$file.state" ] || echo "# it was done before it was ended"
    [ -s "$file.state" ] && [ ! -e "$file" ] &&
        says "goes on from '$file.state'" 0 \
            vectors text -o "$file" --width 24 "$@"
}
ok "killed several times, it continues" ended KILL killed --passes 8
ok "with the same bytes" cmp one killed
ok "stopped several times, too" ended TERM stopped --passes 8
ok "with the same bytes, too" cmp one stopped
ok "no state is left" sh -c '! ls ./*.state'

# state FILE: run until there is a state of the first steps, and end it
state() {
    "$codarun" vectors text -o "$1" --width 24 --passes 400 --checkpoint 0 \
        >said 2>&1 &
    while [ ! -e "$1.state" ] && kill -0 $! 2>/dev/null; do sleep 0.01; done
    kill -s INT $!
    wait $!
    [ $? -eq 85 ] && [ -s "$1.state" ]
}
ok "a signal stops it with status 85 and a state" state half
ok "a state of other settings is refused" says \
    "file 'half.state' is of other texts or settings" 1 learn half
ok "and is as it was" test -s half.state
head -c 1000 half.state >torn && mv torn half.state
ok "a damaged one causes a warning, and learning begins again" says \
    "is damaged: learning begins again" 0 learn half
ok "with the same bytes again" cmp one half

# A signal while it reads a text without end.
mkfifo endless
stopped_reading() {
    sleep 600 >endless &
    local writer=$!
    "$codarun" vectors endless -o out >said 2>&1 &
    while ! readlink /proc/$!/fd/* | grep -q endless && kill -0 $!; do
        sleep 0.01
    done 2>/dev/null
    kill -s TERM $!
    wait $!
    local status=$?
    kill $writer
    cat said
    [ $status -eq 85 ] && grep -q "stopped by SIGTERM" said
}
ok "also while a text is read" stopped_reading

# --- other programs write the same files --------------------------------------

# meanwhile FILE PASSES SECONDS COMMAND...: run the command as soon as there is
# a state, with steps left to do, and print the messages
meanwhile() {
    local file=$1 passes=$2 seconds=$3
    shift 3
    timeout 100 "$codarun" vectors text -o "$file" --width 24 \
        --passes "$passes" --checkpoint "$seconds" >said 2>&1 &
    while [ ! -e "$file.state" ] && kill -0 $! 2>/dev/null; do sleep 0.01; done
    "$@"
    wait $!
}
there() {
    ! meanwhile late 100 0.2 touch late && cat said &&
        grep -q "file 'late' is there by now, expected --force" said &&
        [ ! -s late ] && [ -s late.state ]
}
ok "a file made there meanwhile is kept" there
ok "and the same command with --force" says "goes on from 'late.state'" 0 \
    vectors text -o late --width 24 --passes 100 --force
vectors text -o early --width 24 --passes 100 >/dev/null 2>&1
ok "ends with the same bytes" cmp early late
state others
theirs() {
    ! meanwhile shared 10000 1 mv others.state shared.state && cat said &&
        grep -q "'shared.state' is of other texts or settings by now" said &&
        [ -s shared.state ] && [ ! -e shared ]
}
ok "so does the state of another run" theirs
rm shared.state
other_program() {
    echo "my notes" >notes.state
    says "file 'notes.state' is no checkpoint of word vectors" 1 learn notes &&
        [ "$(cat notes.state)" = "my notes" ] && [ ! -e notes ]
}
ok "a file of another program stays, too" other_program
moved() { mv notes.state put.state; }
put_there() {
    ! meanwhile put 10000 1 moved && cat said &&
        grep -q "'put.state' is no checkpoint of word vectors" said &&
        [ "$(cat put.state)" = "my notes" ]
}
ok "also one made there meanwhile" put_there
begins_with_zeros() {
    printf '\0\0\0 ftyp' >film.state
    says "file 'film.state' is no checkpoint" 1 learn film &&
        printf '\0\0\0 ftyp' | cmp - film.state
}
ok "also one that begins with zeros" begins_with_zeros
for bytes in 0 500; do
    head -c $bytes /dev/zero >"lost$bytes.state"
    ok "a state of $bytes zeros is a damaged one" says \
        "is damaged: learning begins again" 0 learn "lost$bytes"
done

# --- options without effect ---------------------------------------------------

unread() {
    local option=$1 form=$2
    shift 2
    says "found --$option, which $form does not read" 2 vectors "$@"
}
ok "skip-gram has no x-max" unread x-max "--method skip-gram" text -o no \
    --x-max 5
ok "GloVe has no samples" unread sample "--method glove" text -o no \
    --method glove --sample 0.5
ok "texts have no width" says "found --width with --texts" 2 vectors \
    text -o no --texts --width 7
ok "texts are read by one thread" says "found --threads with --texts" 2 \
    vectors text -o no --texts --threads 2
ok "neighbours are not learned" says "unknown option '--lower'" 2 vectors \
    neighbours one the --lower
ok "vectors have no number" says "unknown option '-n'" 2 vectors text -o no -n 3
ok "limits are named" says "found '1001', expected a whole number from 1 to 1000" \
    2 vectors text -o no --window 1001

# --- GloVe -------------------------------------------------------------------

glove() { vectors text -o "$@" --width 24 --method glove --window 8; }
glove_says_its_settings() {
    glove glove1 --threads 1 2>err &&
        grep -q "glove: .* passes 15, .* rate 0.05, x-max 100, seed 1$" err
}
ok "GloVe learns, too, and says its settings" glove_says_its_settings
for threads in 2 4; do
    ok "with $threads threads" glove "glove$threads" --threads $threads
    ok "with the same bytes" cmp glove1 "glove$threads"
done
CODARUN_SIMD=plain glove glove_plain >/dev/null 2>&1
ok "and at level plain" cmp glove1 glove_plain
glove glove_long --passes 100 >/dev/null 2>&1
ok "killed, it continues" ended KILL glove5 --method glove --window 8 --passes 100
ok "with the same bytes" cmp glove_long glove5
ok "its neighbours are of a group" sh -c \
    'test "$("$0" vectors neighbours glove1 w7_0 -n 4 | grep -c " w7_")" = 4' \
    "$codarun"

# --- defaults, and unusual tokens ---------------------------------------------

# usual METHOD: print the options whose default is in --help, with that default
usual() {
    "$codarun" vectors --help | awk -v method="$1" '
        function end() {
            if (match(text, /[0-9.]+ unless given/)) {
                number = substr(text, RSTART) + 0
                if (method == "glove" && sub(/.*given[;,] glove:.* /, "", text))
                    number = text + 0
                print name "=" number
            }
            text = ""
        }
        /^ +(-., )?--/ { end(); split($0, at, "--"); name = "--" at[2]
            sub(/[= ].*/, "", name) }
        /^$/ { end(); name = "" }
        { gsub(/ +/, " "); text = text $0 }
        END { end() }' | grep -v -e checkpoint -e number
}
usual skip-gram >usual && cat usual
ok "help has the defaults" test "$(wc -l <usual)" -eq 9
vectors text -o silent >/dev/null 2>&1
# shellcheck disable=SC2046 # words
ok "which are the defaults" sh -c '"$0" vectors text -o told "$@" && cmp silent told' \
    "$codarun" $(grep -v x-max usual)
vectors text -o silent2 --method glove >/dev/null 2>&1
# shellcheck disable=SC2046
ok "of GloVe, too" sh -c '"$0" vectors text -o told2 --method glove "$@" &&
    cmp silent2 told2' "$codarun" $(usual glove | grep -v -e negatives -e sample)

printf "The cat's hat sat.\nThe  hat's cat, it sat down\n" >small
for rule in spaces words characters english; do
    ok "of tokens by $rule" vectors small -o "by_$rule" --tokens $rule \
        --min-count 1 --width 3
    ok "a file is made that is read" says " " 0 vectors neighbours "by_$rule" \
        "$(head -n 1 "by_$rule" | cut -d ' ' -f 1)"
done
ok "words with blanks are left out, and counted" says "9 words with a blank" 0 \
    vectors small -o characters --tokens characters --min-count 1 --width 3
printf 'caf\303\251 x\ncafe\314\201 x\n' >accents
ok "letters have one normal form" says "4 words of 2 different ones" 0 \
    vectors accents -o accents_nfc --min-count 1 --width 3
ok "except with --unicode none" says "4 words of 3 different ones" 0 \
    vectors accents -o accents_none --min-count 1 --width 3 --unicode none

# --- an experiment's train ----------------------------------------------------

awk '{ print $0 "\t" NR % 2 }' text >rows
cat >it.yaml <<'END'
name: it
task: {kind: sentiment, train: rows, valid: rows}
model: {kind: bow, hidden: 4}
train: {epochs: 1, batch: 8}
END
ok "an experiment's train is learned from" says "2400 examples of train" 0 \
    vectors --of it.yaml -o of --width 24 --passes 8
ok "which is the same text" cmp one of
ok "and reads the vectors" says "" 0 "$codarun" data show it.yaml \
    --set task.vectors=one -n 1

ok "its texts are written for another program" says "" 0 \
    vectors --of it.yaml -o of_texts --texts --min-count 1
ok "as they are, with a blank between words alone" sh -c \
    "sed 's/^ //' text | cmp - of_texts"

# A document, then its query with a word in place of the blank; no candidates.
make_cloze cloze.txt 40 1
awk -F '\t' '
    NF > 1 {
        sub(/^[0-9]+ /, "", $1)
        sub(/XXXXX/, "@placeholder", $1)
        print text "\n" $1
        text = ""
        next
    }
    NF { sub(/^[0-9]+ /, ""); text = text (text ? " " : "") $0 }' \
    cloze.txt >cloze_texts
cat >cloze.yaml <<'END'
name: cloze
task: {kind: cloze, train: cloze.txt, valid: cloze.txt}
model: {kind: ga, hidden: 4}
train: {epochs: 1, batch: 8}
END
cloze() { "$codarun" vectors "$@" --width 8 --min-count 1 --sample 0; }
ok "documents and queries of cloze questions are learned from in turn" says \
    "40 examples of train, 2 texts each" 0 cloze --of cloze.yaml -o cloze_of
ok "the cloze is a word of its own" grep -q '^@placeholder ' cloze_of
ok "which are the texts that are written" says "" 0 \
    vectors --of cloze.yaml -o cloze_said --texts --min-count 1
ok "word for word" cmp cloze_texts cloze_said
ok "and that is all of the text" sh -c \
    '"$0" vectors cloze_texts -o cloze --width 8 --min-count 1 --sample 0 &&
    cmp cloze cloze_of' "$codarun"

# --- bad input ----------------------------------------------------------------

: >empty
printf 'a b \377 c\n' >no_utf8
ok "an empty text is an error" says "empty: found no word, expected a text" 1 \
    vectors empty -o out
ok "so are words that are all rare" says \
    "text: no word comes 1000000 times: the most frequent comes" 1 \
    vectors text -o out --min-count 1000000
ok "and bytes that are no UTF-8" says "file 'no_utf8', line 1: " 1 \
    vectors no_utf8 -o out
ok "and a text that is not there" says "absent" 1 vectors absent -o out
ok "and a folder that is not there" says "cannot write file 'no/out'" 1 \
    vectors text -o no/out
tr ' ' '\n' <text >words
ok "and a text of one word a line" says \
    "found no two words in one line of the texts, expected a sentence a line" 1 \
    vectors words -o out
mkdir folder
ok "and a folder to write to, before anything is learned" says \
    "'folder' is a folder, expected a file to write" 1 vectors text -o folder
ok "a file that is there is not replaced" says "expected --force" 1 learn one
ok "a width of 0 is refused" says "expected a whole number from 1" 2 \
    vectors text -o out --width 0
ok "a rate that is no number, too" says "expected a number, at least" 2 \
    vectors text -o out --rate nan
ok "texts and an experiment, too" says "expected texts or --of" 2 \
    vectors text --of it.yaml -o out
ok "a rate that is too large is an error" says \
    "expected a smaller --rate" 1 vectors text -o out --rate 100 --passes 20
ok "no output is left of these" test ! -e out
done_testing
