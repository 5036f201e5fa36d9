#!/bin/bash
# The tarball becomes a Debian package without complaints from lintian, and its
# program computes the same bits as the one built here.
. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/mpi/sweeps.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds everything anew: make check-long"
for tool in dpkg-buildpackage dh lintian; do
    command -v $tool >/dev/null || skip_all "no Debian packaging tools"
done

unpack() {
    dpkg-deb -x deb/codarun_*.deb "$scratch/package" &&
        "$scratch/package/usr/bin/codarun" --version
}
lintian_clean() {
    lintian --fail-on error,warning deb/codarun_*.changes
}
make_experiment "$scratch/a.yaml" <<END
name: a
train: {steps: 20, batch: 8, evaluate_every: 10}
sweep: {parameters: {model.attention.kind: [softmax, coda]}}
END
ok "the tarball is packed" make dist MAKEFLAGS=
ok "lintian has nothing against it" lintian_clean
ok "its program is there" unpack
for file in man/man1/codarun.1.gz bash-completion/completions/codarun \
    zsh/vendor-completions/_codarun \
    codarun/experiments/wikiqa.yaml codarun/slurm/sweep.sbatch; do
    ok "so is $file" test -s "$scratch/package/usr/share/$file"
done
ok "it runs a sweep" "$scratch/package/usr/bin/codarun" run -q \
    "$scratch/a.yaml" -o "$scratch/packed"
ok "so does this one" "$codarun" run -q "$scratch/a.yaml" -o "$scratch/here"
ok "with the same bits" "$codarun" verify "$scratch/packed" "$scratch/here"
ok "the recipe for Spack is Python" python3 -c \
    'import ast, sys; ast.parse(open(sys.argv[1]).read())' \
    "$srcdir/dist/spack/package.py"
done_testing
