#!/bin/bash
# Data files compressed or packed by the usual tools (zip, tar, zstd, bzip2,
# gzip, xz) are read like plain ones.  A damaged file gets an error of one line.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
seq 1 3000 | sed 's/^/word number /' >text
seq 1 9 >other
"$codarun" data subwords expected text --merges 20 >/dev/null

# reads FILE: are the subwords learned from it the same as from the text?
reads()
{
    "$codarun" data subwords learned "$1" --merges 20 --force &&
        cmp learned expected
}

# refuses PATTERN FILE: one line of error that names the file, status 1, no
# output
refuses()
{
    rm -f learned
    "$codarun" data subwords learned "$2" --merges 20 >stdout 2>stderr
    status=$?
    cat stdout stderr
    [ $status -eq 1 ] && [ "$(wc -l <stderr)" -eq 1 ] && [ ! -s stdout ] &&
        [ ! -e learned ] && grep -q "^codarun: file '$2'[:,] .*$1" stderr
}

# all_refused FILE...
all_refused()
{
    for file; do
        refuses . "$file" || return 1
    done
}

# with TOOL NAME COMMAND...: a test, skipped where the tool is missing
with()
{
    if command -v "$1" >/dev/null; then
        ok "$2" "${@:3}"
    else
        skip "$2" "no $1"
    fi
}

# --- files written by their tools ---------------------------------------------

written()
{
    "${@:2}" && reads "$1"
}
through()
{
    "${@:2}" <text >"$1" && reads "$1"
}
with gzip "gzip data" through text.gz gzip -c
with xz "xz data" through text.xz xz -c
with bzip2 "bzip2 data" through text.bz2 bzip2 -c
with zstd "zstd data" through text.zst zstd -qc
with zstd "of the highest level" through ultra.zst zstd -qc --ultra -22
with zip "a zip" written text.zip zip -q text.zip text
with zip "not compressed" written stored.zip zip -q0 stored.zip text
with zip "by bzip2" written bzip2.zip zip -qZ bzip2 bzip2.zip text
with zip "with sizes behind the bytes, and of zip64" through stream.zip zip -q
with zip "with a folder and a comment" written folder.zip sh -c \
    'mkdir -p a/b && cp text a/b && echo ours | zip -qrz folder.zip a'
with tar "a tar" written text.tar tar -cf text.tar text
for format in v7 ustar pax oldgnu; do
    with tar "as $format has it" written $format.tar \
        tar -cf $format.tar --format=$format text
done
with tar "of a file with holes" written sparse.tar tar -Scf sparse.tar text
with tar "within gzip data" written text.tar.gz tar -czf text.tar.gz text
with tar "by another name" written text.tgz tar -czf text.tgz text
with tar "within xz data" written text.tar.xz tar -cJf text.tar.xz text
with bzip2 "within bzip2 data" written text.tar.bz2 tar -cjf text.tar.bz2 text
with zstd "within zstd data" written text.tar.zst sh -c \
    'tar -cf - text | zstd -q >text.tar.zst'
for file in text.zip text.zst text.bz2; do
    [ ! -e $file ] || ok "$file, from standard input" sh -c \
        "cat $file | \"$codarun\" data subwords learned /dev/stdin \
        --merges 20 --force && cmp learned expected"
done

# A task reads the same, whatever the format of its rows.
stats()
{
    rm -f data.yaml
    printf '%s\n' 'name: data' 'model: {kind: bow}' \
        "task: {kind: sentiment, train: $1, valid: $1, format: ${2-tsv}}" \
        'train: {epochs: 1, batch: 4}' >data.yaml
    "$codarun" data stats data.yaml
}
same_stats()
{
    stats "$1" "$3" >plain.stats && stats "$2" "$3" >packed.stats &&
        grep -q '^train: 20 examples' plain.stats &&
        cmp plain.stats packed.stats
}
seq 20 | awk '{ print "it is " $1 "\t" $1 % 2 }' >rows.tsv
tr '\t' , <rows.tsv >rows.csv
awk -F '\t' '{ print "{\"text\": \"" $1 "\", \"label\": " $2 "}" }' rows.tsv \
    >rows.jsonl
for format in tsv csv jsonl; do
    with zip "a zip of $format" sh -c "zip -q rows.$format.zip rows.$format"
    [ ! -e rows.$format.zip ] || ok "is a task's data" \
        same_stats rows.$format rows.$format.zip $format
done
with zstd "so are zstd data" sh -c 'zstd -qc rows.tsv >rows.tsv.zst'
[ ! -s rows.tsv.zst ] || ok "of rows" same_stats rows.tsv rows.tsv.zst tsv

# --- damaged files -----------------------------------------------------------

# cuts FILE: it is refused when its last bytes are missing
cuts()
{
    size=$(stat -c %s "$1")
    for part in 1 4 20 $((size / 4)); do
        head -c -"$part" "$1" >"cut.${1#*.}"
        refuses . "cut.${1#*.}" || return 1
    done
}
for file in text.gz text.xz text.bz2 text.zst text.zip text.tar.gz \
    text.tar.xz text.tar.bz2 text.tar.zst; do
    [ ! -e $file ] || ok "$file, cut short" cuts $file
done
head -c 9000 text.tar >cut.tar
[ ! -s cut.tar ] || ok "text.tar, cut short" refuses 'Truncated' cut.tar

# damages FILE: it is refused with a flipped bit in several places; not in the
# heads of archives, where readers ignore some bits
damages()
{
    size=$(stat -c %s "$1")
    for ((at = 70; at < size - 130; at += size / 12)); do
        cp "$1" "hurt.${1#*.}"
        byte=$(od -An -tu1 -j $at -N 1 "$1")
        printf "$(printf '\\%03o' $((byte ^ 4)))" |
            dd of="hurt.${1#*.}" bs=1 seek=$at conv=notrunc status=none
        refuses . "hurt.${1#*.}" || return 1
    done
}
for file in text.gz text.xz text.bz2 text.zst stored.zip text.tar.gz; do
    [ ! -e $file ] || ok "$file, damaged" damages $file
done

with zip "a zip of two files" sh -c 'zip -q two.zip text other'
[ ! -e two.zip ] || ok "is refused, and says which there is" \
    refuses "second file 'other' in the archive, expected one" two.zip
with zip "an encrypted zip" sh -c 'zip -q -P secret locked.zip text'
[ ! -e locked.zip ] || ok "is refused, too" \
    refuses "found an encrypted member" locked.zip
cp text plain.zip
ok "text with a zip's name" refuses 'cannot be read as zip' plain.zip
cp text plain.tar
ok "with a tar's" refuses 'cannot be read as zip or tar' plain.tar
cp text plain.zst
ok "with that of zstd data" refuses 'no zstd data' plain.zst
cp text plain.bz2
ok "with that of bzip2 data" refuses 'no bzip2 data' plain.bz2
: >nothing.zip
ok "nothing, as a zip" refuses 'cannot be read as zip' nothing.zip
ln -s text link
with tar "a link in a tar" sh -c 'tar -cf link.tar link'
[ ! -e link.tar ] || ok "is no data" refuses 'found a link' link.tar
with tar "a name that leads out" sh -c \
    "tar -cPf up.tar --transform='s,^,../,' text 2>/dev/null"
[ ! -e up.tar ] || ok "is refused" \
    refuses "'../text' leads out of the archive" up.tar
with tar "a folder alone" sh -c 'mkdir -p empty && tar -cf empty.tar empty'
[ ! -e empty.tar ] || ok "has no data" refuses 'with no file' empty.tar
with zstd "zstd data that take much memory" sh -c \
    'cat text | zstd -qc --long=31 >wide.zst'
[ ! -s wide.zst ] || ok "are refused" refuses 'much memory' wide.zst

# --- zips written byte by byte ------------------------------------------------

python3=$(command -v python3)
[ -n "$python3" ] || { skip "zips by bytes" "no python3"; done_testing; exit; }
"$python3" - <<'PYTHON' || exit 99
import struct, zipfile, zlib

text = open("text", "rb").read()
bits = zlib.compressobj(9, zlib.DEFLATED, -15)
packed = bits.compress(text) + bits.flush()

def zip_of(name, method=8, flags=0, crc=zlib.crc32(text), size=len(text),
           body=packed, member=b"text", extra=b"", small=None):
    small = len(body) if small is None else small
    common = struct.pack("<HHHHHIIIHH", 45, flags, method, 0, 33, crc,
                         small, size, len(member), len(extra))
    local = b"PK\3\4" + common + member + extra + body
    entry = (b"PK\1\2" + struct.pack("<H", 45) + common +
             struct.pack("<HHHII", 0, 0, 0, 0, 0) + member + extra)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(entry),
                                  len(local), 0)
    open(name, "wb").write(local + entry + end)

zip_of("good.zip")
huge = struct.pack("<HHQQ", 1, 16, len(text), len(packed))
zip_of("zip64.zip", size=0xffffffff, small=0xffffffff, extra=huge)
zip_of("crc.zip", crc=1)
zip_of("size.zip", size=len(text) + 1)
zip_of("less.zip", size=len(text) - 1)
zip_of("small.zip", small=len(packed) + 1000)
zip_of("method.zip", method=77)
zip_of("shrunk.zip", method=1)
zip_of("lzma.zip", method=14, body=b"\x10\x02\5\0\x5d\xff\xff\xff\xff" + packed)
zip_of("xz.zip", method=95)
zip_of("strong.zip", flags=0x41)
zip_of("up2.zip", member=b"a/../../text")
zip_of("root.zip", member=b"/text")
long = struct.pack("<HHQQ", 1, 16, 5 << 30, 5 << 30)
zip_of("5GiB.zip", method=0, size=0xffffffff, small=0xffffffff, extra=long)
odd = struct.pack("<HHQQ", 1, 16, (1 << 64) - 1, (1 << 64) - 1)
zip_of("odd.zip", method=0, size=0xffffffff, small=0xffffffff, extra=odd)
with zipfile.ZipFile("python.zip", "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("text", text)
PYTHON
ok "a zip, byte by byte" reads good.zip
ok "one of zip64" reads zip64.zip
ok "Python's" reads python.zip
ok "a wrong CRC" refuses 'damaged: ZIP bad CRC' crc.zip
ok "sizes that are not possible" all_refused size.zip less.zip small.zip odd.zip
ok "less data than the 5 GiB of its header" refuses 'runcated' 5GiB.zip
ok "unknown packing methods, and those that take unbounded memory" \
    all_refused method.zip shrunk.zip lzma.zip xz.zip
ok "strong encryption" all_refused strong.zip
ok "names that lead out of the folder" all_refused up2.zip root.zip

done_testing
