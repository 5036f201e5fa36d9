#!/bin/bash
# codarun data fetch, from a file server of its own.  Complete files are put in
# place; incomplete ones leave nothing that looks complete.
. "${srcdir:-.}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
unset "${!http_@}" "${!HTTP_@}" ALL_PROXY all_proxy
export CODARUN_DATA=$scratch/data
home=$scratch/home
mkdir -p "$home"

# The server's files differ from those known to codarun: --sums has their
# checksums.
awk 'BEGIN { for (i = 0; i < 40000; i++) print "w" i, (i * 7919) % 9973 }' \
    >"$home/glove.840B.300d.txt"
sed 's/^w/v/' "$home/glove.840B.300d.txt" >"$home/new.txt"
cat >"$scratch/make.py" <<'END'
import gzip, io, lzma, os, sys, tarfile, zipfile
home = sys.argv[1] + "/"
text = open(home + "glove.840B.300d.txt", "rb").read()
name, member = home + "glove.840B.300d.zip", "glove.840B.300d.txt"
def write_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for n, data in members:
            z.writestr(n, data)
write_zip(name, [(member, text)])
write_zip(name + ".new", [(member, open(home + "new.txt", "rb").read())])
write_zip(home + "up.zip", [(member, text), ("a/../../evil", b"evil")])
write_zip(home + "absolute.zip", [("/tmp/evil", b"evil"), (member, text)])
write_zip(home + "other.zip", [("other.txt", text)])
write_zip(home + "bomb.zip", [(member, bytes(80 << 20))])
write_zip(home + "large.zip", [(member, bytes(8 << 20))])
open(home + "short.zip", "wb").write(open(name, "rb").read()[:-9000])
open(home + "empty.zip", "wb")
def write_tar(path, **how):
    with tarfile.open(path, "w:gz") as t:
        info = tarfile.TarInfo(member)
        for key, value in how.items():
            setattr(info, key, value)
        t.addfile(info)
write_tar(home + "link.tar.gz", type=tarfile.SYMTYPE, linkname="/etc/hostname")
write_tar(home + "hard.tar.gz", type=tarfile.LNKTYPE, linkname="/etc/hostname")
write_tar(home + "device.tar.gz", type=tarfile.CHRTYPE, devmajor=1, devminor=5)
data = io.BytesIO()
with tarfile.open(fileobj=data, mode="w") as t:
    info = tarfile.TarInfo(member)
    info.size = len(text)
    t.addfile(info, io.BytesIO(text))
crc = bytearray(gzip.compress(data.getvalue()))
crc[-6] ^= 1
open(home + "crc.tar.gz", "wb").write(crc)
wide = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 512 << 20}]
open(home + "wide.tar.xz", "wb").write(lzma.compress(data.getvalue(),
                                                     filters=wide))
def reviews(t, split, *all):
    for n, data in all:
        info = tarfile.TarInfo(f"aclImdb/{split}/{n}.txt")
        info.size = len(data)
        t.addfile(info, io.BytesIO(data))
with tarfile.open(home + "aclImdb_v1.tar.gz", "w:gz") as t:
    reviews(t, "train", ("pos/10_9", b"fine"), ("neg/10_2", b"bad\nvery"),
            ("pos/2_10", b"a\tb"), ("unsup/1_0", b"none"), ("neg/3_1", b""))
    reviews(t, "test", ("pos/0_7", b"well"))
tree = "(3 (2 It) (4 (2 works) (2 .)))\n(2 (2 8\u00a01/2) (2 !))\n"
def write_trees(folder, text):
    os.makedirs(home + folder, exist_ok=True)
    write_zip(home + folder + "trainDevTestTrees_PTB.zip", [
        (f"trees/{s}.txt", text.encode()) for s in ("train", "dev", "test")])
write_trees("", tree)
write_trees("words/", tree + "(3 a b)\n")
write_trees("nul/", "(3 (2 It) (4 w\0x))\n")
os.makedirs(home + "cut/")
with tarfile.open(home + "cut/aclImdb_v1.tar.gz", "w:gz") as t:
    reviews(t, "train", ("pos/2_10", b"a\0b"))
    reviews(t, "test", ("pos/0_7", b"well"))
END
python3 "$scratch/make.py" "$home" || exit 99
block="<QApairs id='1.4'>\n<question>\nWho\t?\nWP\t.\n</question>\n<positive>\nA\tman\nX\tY\n</positive>"
for split in TRAIN DEV TEST; do
    printf '%b\n' "$block" "<negative>\nNo\n-\n</negative>\n</QApairs>" \
        "${block//1.4/2.1}\n</QApairs>" >"$home/$split.xml"
done
echo '{"question": "Q ?", "candidates": [{"sentence": "é", "label": 1},
    {"sentence": "n", "label": 0}]}' | tr -d '\n' | gzip >"$home/train-all.jsonl.gz"
printf 'pair\tgold\r\n1\tE\r\n' >"$home/SICK_train.txt"
cp "$home/SICK_train.txt" "$home/SICK_trial.txt"
for part in train dev test; do
    echo "{\"$part\": 1}" | gzip >"$home/metaset3.$part.jsonl.gz"
done
printf 'pair\tgold\n2\tN' >"$home/SICK_test_annotated.txt"
(cd "$home" && sha256sum ./*.txt ./*.xml ./*.gz ./*.zip | sed 's|\./||') \
    >"$scratch/sums"

python3 "$srcdir/tests/cli/file_server.py" "$home" "$scratch/log" \
    >"$scratch/port" &
server=$!
trap 'kill $server; rm -rf "$scratch"' EXIT
until [ -s "$scratch/port" ]; do
    kill -0 $server || exit 99
    sleep 0.02
done
url=http://127.0.0.1:$(cat "$scratch/port")

vectors=$CODARUN_DATA/glove.840B.300d.txt
zip=glove.840B.300d.zip
echo "$(sha256sum <"$home/$zip.new" | cut -c1-64)  $zip" >"$scratch/sums.new"
part=$CODARUN_DATA/.fetch/glove-840b/$zip.part

# fetch MANNER OPTION...: fetch the vectors, served in this manner
fetch() {
    local manner=$1
    shift
    [[ "$*" = *--sums* ]] || set -- "$@" --sums "$scratch/sums"
    "$codarun" data fetch glove-840b --home "$url/$manner" "$@"
}

# from FILE OPTION...: fetch them from a local file, whatever it contains
from() {
    echo "$(sha256sum <"$1" | cut -c1-64)  $zip" >"$scratch/sums.from"
    "$codarun" data fetch glove-840b --from "$@" --sums "$scratch/sums.from"
}

# one PATTERN COMMAND...: one line of error, after the messages of progress
one() {
    says "$1" 1 "${@:2}" && [ "$(grep -c '^codarun:' "$scratch/said")" -eq 1 ]
}

# again: forget what was fetched and requested
again() {
    rm -rf "$CODARUN_DATA" "$scratch/log"
    mkdir "$CODARUN_DATA"
    : >"$scratch/log"
}

# as_home [FILE]: the vectors are in place, and nothing else but the record
as_home() {
    find "$CODARUN_DATA" -type f
    cmp "$vectors" "$home/${1:-glove.840B.300d.txt}" &&
        [ "$(find "$CODARUN_DATA" -type f | wc -l)" -eq 2 ]
}

# nothing: no file of a set is in place, not even a partial one
nothing() {
    find "$CODARUN_DATA" -type f
    [ -z "$(find "$CODARUN_DATA" -type f ! -path '*/.fetch/*')" ]
}

# refuses WHAT PATTERN COMMAND...: one line of error, and no file
refuses() {
    ok "$1: one line" one "$2" "${@:3}"
    ok "$1: nothing is there" nothing
}

requests() {
    [ "$(wc -l <"$scratch/log")" -eq "$1" ]
}

again
agrees "the list can be printed for programs" '
    [(d["name"], d["what"] + "; " + d["page"]) for d in s]
    == [re.match(r"(\S+) +(?:by hand|unknown|\S+ \S+)  (.*)$",
                 re.sub("; \\d+ of \\d+ files are there$", "", l)).groups()
        for l in t.splitlines()]
    and [d["name"] for d in s if d["by_hand"]]
    == re.findall(r"(?m)^(\S+) +by hand", t)' "$codarun" data fetch --list
ok "--list names the sets" says "^wikiqa .*answer selection" 0 \
    "$codarun" data fetch --list
ok "and their sites" grep -q "^sick .*; https://" "$scratch/said"
ok "and which take a browser" grep -q "^dnli  *by hand " "$scratch/said"
ok "--dry-run names the licence" says "licence: CC BY-NC-SA 3.0" 0 \
    "$codarun" data fetch sick --dry-run
ok "and the checksums" grep -q "SHA-256 266cf8047149" "$scratch/said"
ok "and says where none is known" says "SHA-256 not known" 0 \
    "$codarun" data fetch algolisp --dry-run
ok "and requests nothing" requests 0
ok "and writes nothing" test -z "$(ls -A "$CODARUN_DATA")"
refuses "an unknown set" "did you mean 'sick'" "$codarun" data fetch sik
refuses "no set" "expected names" "$codarun" data fetch
refuses "no folder" "CODARUN_DATA is not set" \
    env -u CODARUN_DATA "$codarun" data fetch sick
refuses "one set unknown of two" "found no data set" \
    "$codarun" data fetch glove-840b sik --home "$url/plain"
refuses "a set without a plain download" "a browser .* by --from=FILE" \
    "$codarun" data fetch dnli
refuses "one that a program makes" "of train.csv: generate.sh .*--from=FOLDER" \
    "$codarun" data fetch ubuntu
ok "as --dry-run says" says "by hand, then --from=FOLDER" 0 \
    "$codarun" data fetch ubuntu --dry-run

ok "a file comes whole" fetch plain
ok "and is in place" as_home
ok "its record is one that sha256sum reads" \
    sh -c 'cd "$1" && sha256sum -c .fetch/glove-840b.sha256' - "$CODARUN_DATA"
ok "it is not asked for twice" says "as it was fetched, files: 1" 0 fetch plain
ok "nor requested from the server" requests 1
echo more >>"$vectors"
cp "$vectors" "$scratch/mine"
ok "a file that was changed stays" one "is not what was fetched" fetch plain
ok "as it is" cmp "$vectors" "$scratch/mine"
rm "$CODARUN_DATA/.fetch/glove-840b.sha256"
ok "one that is there and differs stays" one "is there and differs" fetch plain
ok "as it was" cmp "$vectors" "$scratch/mine"
ok "--force replaces it" fetch plain --force
ok "by the file of its site" as_home
rm "$CODARUN_DATA/.fetch/glove-840b.sha256"
ok "one with the same text is welcome" says "was there" 0 fetch plain

again
ok "a checksum that fits" says "glove" 0 fetch plain --sums "$scratch/sums"
ok "is not said to be unknown" sh -c '! grep "not known" "$1"' - "$scratch/said"
again
lisp=metaset3.train.jsonl.gz
ok "a file with an unknown checksum" says "checksum not known: shown, not checked" 0 \
    "$codarun" data fetch algolisp --home "$url/plain"
ok "is reported" grep -q "$lisp: SHA-256 $(sha256sum <"$home/$lisp" | cut -c1-64)" \
    "$scratch/said"
ok "and fetched files are distinguished from later ones" \
    says "as it was fetched, files: 3" 0 \
    "$codarun" data fetch algolisp --home "$url/plain"
again
refuses "a file that is not the one known" "found .* bytes, expected 2176768927" \
    "$codarun" data fetch glove-840b --from "$home/$zip"
again
sed 's|  |  ./zips/|' "$scratch/sums" >"$scratch/sums.paths"
sed "/$zip\$/s/^...../00000/; s|zips/|old/|" "$scratch/sums.paths" >"$scratch/sums.old"
cat "$scratch/sums.paths" "$scratch/sums.old" >"$scratch/sums.both"
grep -v "$zip\$" "$scratch/sums" >"$scratch/sums.others"
refuses "a wrong checksum of a path" "found SHA-256 .*, expected 00000" \
    fetch plain --sums "$scratch/sums.old"
refuses "checksums of other files" \
    "sums.others': found no line of '$zip', expected its SHA-256" \
    fetch plain --sums "$scratch/sums.others"
ok "as by --dry-run" one "found no line of '$zip'" \
    fetch plain --sums "$scratch/sums.others" --dry-run
refuses "two checksums of one file" "found several checksums of '$zip'" \
    fetch plain --sums "$scratch/sums.both"
ok "for which the server is not asked" requests 1
ok "a checksum of a path that fits" says "glove" 0 \
    fetch plain --sums "$scratch/sums.paths"
ok "is not said to be unknown either" \
    sh -c '! grep "not known" "$1"' - "$scratch/said"
again
sed "/ $zip\$/s/^...../00000/" "$scratch/sums" >"$scratch/wrong"
refuses "a wrong checksum" "found SHA-256 .*, expected 00000" \
    fetch plain --sums "$scratch/wrong"
ok "what has it is thrown away" test -z "$(find "$CODARUN_DATA" -name "$zip*" \
    ! -name '*.from')"
refuses "checksums that are none" "expected a SHA-256" \
    fetch plain --sums "$home/new.txt"
again
refuses "a file of another size" "found 16 bytes, expected 506243" \
    "$codarun" data fetch sick --home "$url/plain"

again
ok "a cut connection, tried once" one "partial file" \
    fetch cut --retries 0
ok "leaves a part" test -s "$part"
ok "and no file" nothing
had=$(stat -c %s "$part")
ok "the next call continues" fetch cut
ok "where it was cut" grep -q "cut $zip bytes=$had- 206" "$scratch/log"
ok "and gets the whole file" as_home
again
ok "a connection that is cut is tried again" \
    says "tried again" 0 fetch cutoften --retries 9
ok "and gets the whole file in the end" as_home
again
ok "a site that is lost on the way is tried again" \
    says "SSL connect error; tried again" 0 fetch lost
ok "also if its name cannot be resolved" \
    grep -q "resolve host name.*; tried again" "$scratch/said"
ok "and gets the whole file as well" as_home
ok "but not one that was never there" one "resolve host.*--from=FILE" \
    "$codarun" data fetch sick --home "http://$(printf 'x%.0s' {1..64})/"
ok "which is not tried again" sh -c '! grep again "$1"' - "$scratch/said"
again
ok "a server without ranges" one "" fetch norange --retries 0
ok "is asked for all of it again" fetch norange
ok "and gives the whole file" as_home
again
ok "a server that names no version" one "" fetch unnamed --retries 0
ok "is asked for all of it" fetch unnamed
ok "without a range" grep -qx "unnamed $zip - 200" "$scratch/log"
ok "and gives the whole file as well" as_home
again
ok "a file that changes" one "" fetch changes --retries 0
ok "is downloaded again" says "starts again" 0 fetch changes --sums "$scratch/sums.new"
ok "all of it" as_home new.txt
again
ok "an answer from elsewhere in the file" one "" fetch shifted --retries 0
refuses "which is not what was asked for" "expected from" fetch shifted
ok "and the next call begins again" fetch shifted
ok "and gets the site's file" as_home
# has_part MANNER [MORE]: as after a kill when the whole file had arrived
has_part() {
    again
    mkdir -p "${part%/*}"
    { cat "$home/$zip"; printf '%s' "$2"; } >"$part"
    printf '%s\n"1"\n' "$url/$1/$zip" >"${part%.part}.from"
}
has_part plain
ok "a complete part is put in place" fetch plain
ok "when the server has nothing after it" \
    grep -qx "plain $zip bytes=$(stat -c %s "$home/$zip")- 416" "$scratch/log"
ok "and is not requested again" requests 1
ok "to the file" as_home
has_part plain more
ok "a part that is too long is downloaded again" says "nothing after" 0 fetch plain
ok "to the file as well" as_home
has_part untold
ok "a part of unknown completeness is downloaded again" fetch untold
ok "with a new request" grep -qx "untold $zip - 200" "$scratch/log"
again
ok "a part from another site" one "" fetch brief --retries 0
ok "is downloaded again" fetch plain
ok "without a range there" grep -qx "plain $zip - 200" "$scratch/log"
ok "to one file" as_home
again
mkdir "$CODARUN_DATA/mine"
others="notes.tmp.old notes.tmp.elsewhere.12 mine/${vectors##*/}.tmp.elsewhere.12"
(cd "$CODARUN_DATA" && touch "$vectors.tmp.$(hostname).999999999" &&
    touch -d 2001-01-01 "$vectors.tmp.elsewhere.12" $others)
ok "what a killed process was making" fetch plain
ok "is removed, and no file of others" \
    sh -c 'cd "$0" && rm "$@"' "$CODARUN_DATA" $others
ok "which leaves what was fetched" as_home
again
# Another user has put links under the names of the files that are written.
victims=$scratch/victims
mkdir "$victims"
planted() {
    mkdir -p "${part%/*}"
    bash -c 'victims=$1; shift
        for file in "$1" "$2" "$3.from"; do
            echo mine >"$victims/${file##*/}"
            ln -s "$victims/${file##*/}" "$file.tmp.$(uname -n).$$" || exit 9
        done
        echo mine >"$victims/part"
        ln -s "$victims/part" "$3.part" || exit 9
        shift 3
        exec "$@"' - "$victims" "$vectors" "${part%/*}.sha256" "${part%.part}" \
        "$codarun" data fetch glove-840b --home "$url/plain" \
        --sums "$scratch/sums"
    status=$?
    find "$CODARUN_DATA" -type l -delete
    grep -rv '^mine$' "$victims"
    [ $? -eq 1 ] && [ $status -eq 0 ]
}
ok "planted links are not followed" planted
ok "and the file is the home's" as_home
again
refuses "a length that is not told, and less" "found SHA-256" \
    fetch nolength --sums "$scratch/sums"

again
ok "a redirect is followed" fetch moved
ok "to the file" as_home
again
refuses "redirects in a circle" "redirect" fetch round
refuses "a redirect to a file of this machine" "rotocol" fetch away
refuses "a file that is not there" "status 404" \
    "$codarun" data fetch wikiqa --home "$url/plain"
ok "is asked for once" test "$(grep -c WikiQA "$scratch/log")" -eq 1
refuses "a page in place of a zip" \
    "portal/$zip': found no zip data, expected some by its name" fetch portal
ok "is asked for again" fetch portal
ok "which gives the file" as_home
again
refuses "a page in place of gzip data" \
    "portal/metaset3.train.jsonl.gz': found no gzip data" \
    "$codarun" data fetch algolisp --home "$url/portal"
again
ok "a busy server is asked again" fetch busy
ok "and gives the file" as_home
again
refuses "no server" "onnect" \
    "$codarun" data fetch glove-840b --home http://127.0.0.1:1 --retries 0
refuses "no URL" "rotocol\|URL" "$codarun" data fetch glove-840b --home ftp://x

# In the middle of a slow download: a second process, then a kill.
again
"$codarun" data fetch glove-840b --home "$url/slow" --sums "$scratch/sums" \
    >"$scratch/slow.out" 2>&1 &
slow=$!
until [ -s "$part" ]; do
    kill -0 $slow || break
    sleep 0.02
done
ok "two at once: the second gets an error" one "fetched by another process" fetch slow
kill -9 $slow
wait $slow 2>/dev/null
ok "killed it leaves no file" nothing
"$codarun" data fetch glove-840b --home "$url/slow" --sums "$scratch/sums" \
    >"$scratch/slow.out" 2>&1 &
slow=$!
until grep -q " 206" "$scratch/log"; do
    kill -0 $slow || break
    sleep 0.02
done
ok "one with another source gets an error, too" one "fetched by another process" \
    from "$home/$zip"
ok "the same call continues" wait $slow
ok "where it was killed" grep -q "slow $zip bytes=[1-9][0-9]*- 206" "$scratch/log"
ok "and gets the whole file" as_home
again
# On a terminal of 80 columns the progress line is rewritten in place.
on_terminal() {
    python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' \
        sh -c 'stty cols 80 && exec "$@"' - "$codarun" data fetch glove-840b \
        --home "$url/slow" --sums "$scratch/sums" </dev/null \
        >"$scratch/shown" && cat "$scratch/shown"
    tr '\r' '\n' <"$scratch/shown" |
        grep -q "$zip \[=* *\] .*B of .*, .*MB/s, left: [0-9]"
}
ok "a terminal shows the progress and the time left" on_terminal

# Archives with wrong contents.
again
refuses "a name that leads up" "'a/../../evil' leads out" from "$home/up.zip"
refuses "a name from the root" "'/tmp/evil' leads out" from "$home/absolute.zip"
ok "which writes nothing elsewhere" test ! -e /tmp/evil
refuses "a link" "found a link" from "$home/link.tar.gz"
refuses "a hard link" "found a link" from "$home/hard.tar.gz"
refuses "a device" "found a link, a folder or a device" from "$home/device.tar.gz"
refuses "a bomb" "unpacks to more than" from "$home/bomb.zip"
refuses "a wrong checksum of gzip data" "damaged gzip data" \
    from "$home/crc.tar.gz"
refuses "xz data that take much memory" "MiB to unpack, expected at most 256" \
    from "$home/wide.tar.xz"
refuses "an archive without the member" "found no member" from "$home/other.zip"
refuses "half an archive" "short.zip" from "$home/short.zip"
refuses "an empty file" "empty.zip': found no zip data" from "$home/empty.zip"
mkdir "$home/nothing"
for part in train dev test; do
    gzip </dev/null >"$home/nothing/metaset3.$part.jsonl.gz"
done
refuses "an empty text" "found an empty file" "$codarun" data fetch algolisp \
    --from "$home/nothing"
refuses "no archive" "zip or tar" from "$home/new.txt"
refuses "no file" "found no file" "$codarun" data fetch glove-840b \
    --from "$home/none.zip"
refuses "no folder" "found no file or folder '$home/none'" \
    "$codarun" data fetch sick --from "$home/none"

again
ok "--from takes a file" from "$home/$zip"
ok "and puts it in place" as_home
again
odd=$scratch/"two
lines  x"
mkdir "$odd"
cp "$home/$zip" "$odd"
ok "--from takes a file whose path has a line end" from "$odd/$zip"
ok "which is none in the record" \
    grep -q "^# [0-9a-f]* .*two\\\\nlines  x/$zip\$" \
    "$CODARUN_DATA/.fetch/glove-840b.sha256"
ok "that is one that is read, too" says "as it was fetched" 0 from "$odd/$zip"
again
ok "--from takes a folder" "$codarun" data fetch sick --from "$home" \
    --sums "$scratch/sums"
ok "line ends are those of Unix" test \
    "$(gunzip -c "$CODARUN_DATA/nli/sick-train.tsv.gz")" = "pair	gold
1	E"
ok "and the last line has one" test \
    "$(gunzip -c "$CODARUN_DATA/nli/sick-test.tsv.gz" | wc -l)" -eq 2
refuses_file() {
    rm -r "$CODARUN_DATA/.fetch"
    one "expected a folder" "$codarun" data fetch sick --from "$home/TRAIN.xml"
}
ok "--from of a set of several takes no file" refuses_file
again
refuses "what has another size, from there" "found 16 bytes, expected 506243" \
    "$codarun" data fetch sick --from "$home"

# Files made by a data set's own program, with the line ends of RFC 4180.
again
made=$scratch/made
mkdir "$made"
printf '%s\r\n' Context,Utterance,Label '"hi, all __eou__",so,1.0' \
    'hi all,"say ""no""",0.0' >"$made/train.csv"
printf '%s\r\n' 'Context,Ground Truth Utterance,Distractor_0' 'hi,so,no' |
    tee "$made/valid.csv" >"$made/test.csv"
refuses "one file of three" "expected a folder" \
    "$codarun" data fetch ubuntu --from "$made/train.csv"
rm -r "$CODARUN_DATA/.fetch"
ok "files that a program made are taken from their folder" \
    "$codarun" data fetch ubuntu --from "$made"
ok "as they are" diff -r "$made" "$CODARUN_DATA/ubuntu"
ok "and read by the experiment" says "^question 0: hi , all __ eou __" 0 \
    "$codarun" data show "$srcdir/experiments/ubuntu.yaml" --set task.vectors=

# The data files that are made of downloads.
ok "sets are fetched one after the other" "$codarun" data fetch imdb sst trecqa \
    --home "$url/plain" --sums "$scratch/sums"
# has FILE TEXT: the unpacked file is this text
has() {
    case $1 in
    *.xz) xz -dc "$CODARUN_DATA/$1" ;;
    *) gunzip -c "$CODARUN_DATA/$1" ;;
    esac >"$scratch/text"
    printf '%b' "$2" | diff - "$scratch/text"
}
ok "reviews are by id, negative first" has imdb/imdb-train.tsv.xz \
    '1\t10\t2\ta b\n0\t1\t3\t\n0\t2\t10\tbad very\n1\t9\t10\tfine\n'
ok "of each split its own" has imdb/imdb-test.tsv.xz '1\t7\t0\twell\n'
ok "trees are sentences of five classes" has sst/sst5-dev.tsv.gz \
    '3\tIt works .\n2\t8\xc2\xa01/2 !\n'
ok "and of two" has sst/sst2-dev.tsv.gz '1\tIt works .\n'
ok "questions have their candidates" has trecqa/trecqa-dev.tsv.gz \
    '1.4\tWho ?\tA man\t1\n1.4\tWho ?\tNo\t0\n2.1\tWho ?\tA man\t1\n'
ok "clean ones have right and wrong ones" has trecqa/trecqa-dev-clean.tsv.gz \
    '1.4\tWho ?\tA man\t1\n1.4\tWho ?\tNo\t0\n'
ok "those of JSON as well" has trecqa/trecqa-train-all.tsv.xz \
    '1\tQ ?\té\t1\n1\tQ ?\tn\t0\n'

again
for folder in words nul cut; do
    (cd "$home/$folder" && sha256sum ./*.*) | sed 's|\./||' >"$scratch/$folder.sums"
done
refuses "a tree of two words in a node" \
    "line 3: column 6: found 'b', expected ')' after a node's word" \
    "$codarun" data fetch sst --from "$home/words" \
    --sums "$scratch/words.sums"
refuses "a NUL in a tree" "line 1: byte 15: found a NUL, expected text" \
    "$codarun" data fetch sst --from "$home/nul" \
    --sums "$scratch/nul.sums"
refuses "a NUL in a review" "review 2: byte 2: found a NUL, expected text" \
    "$codarun" data fetch imdb --from "$home/cut" \
    --sums "$scratch/cut.sums"

# A full disk: for the download, and for the files made of it.
again
if mount -t tmpfs -o size=128k tmpfs "$CODARUN_DATA" 2>/dev/null; then
    trap 'kill $server; umount "$CODARUN_DATA"; rm -rf "$scratch"' EXIT
    refuses "a disk without room for a download" "has room for" fetch plain
    refuses "one that is told no length" "No space left" fetch nolength2
    rm -rf "$CODARUN_DATA/.fetch"
    refuses "one without room for what is in it" "No space left" \
        from "$home/large.zip"
    mount -o remount,size=8m "$CODARUN_DATA"
    ok "with room it continues" fetch plain
    ok "and gets the whole file again" as_home
else
    skip "a disk without room" "needs the right to mount one"
fi
again
ok "on a terminal it fetches" says "^glove-840b: making glove" 0 \
    python3 "$srcdir/tests/cli/screen.py" --columns 200 \
    "$codarun" data fetch glove-840b --home "$url/plain" --sums "$scratch/sums"
ok "and what it does is a line, as is what it has made" \
    grep -q "^$vectors: 0.46 MB$" "$scratch/said"
done_testing
