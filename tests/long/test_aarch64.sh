#!/bin/bash
# The same digits on another architecture: everything is built for 64-bit ARM
# and run by qemu.  Debian's arm64 packages are fetched and unpacked into a
# folder of the build, which keeps them.  The machine's own package lists and
# packages are not changed.
. "${srcdir:-.}/tests/tap.sh"

[ -n "$CODARUN_LONG" ] || skip_all "builds everything anew: make check-long"
for tool in aarch64-linux-gnu-gcc qemu-aarch64 apt-get dpkg; do
    command -v $tool >/dev/null || skip_all "no $tool (Debian: \
gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user)"
done

top=$(cd "${srcdir:-.}" && pwd)
codarun=$(realpath "$codarun")
work=$(realpath "${builddir:-.}")/aarch64
root=$work/sysroot
libraries="libc6-dev libopenmpi-dev libopenblas-openmp-dev libhdf5-dev
    libfyaml-dev librandom123-dev libxxhash-dev libutf8proc-dev zlib1g-dev
    liblzma-dev libcurl4-openssl-dev libssl-dev libarchive-dev
    libexpat1-dev libhwloc-dev libfontconfig-dev libcmocka-dev"

# apt-get with lists of its own, for arm64, as if nothing were installed.
apt_arm64()
{
    timeout 600 apt-get -qq -y --no-install-recommends \
        -o Dir::State="$work/apt" -o Dir::State::status="$work/apt/status" \
        -o Dir::Cache="$work/apt/cache" -o APT::Architecture=arm64 \
        -o APT::Architectures::=arm64 -o APT::Sandbox::User=root \
        -o Debug::NoLocking=true -o Acquire::http::Timeout=20 "$@"
}

# The libraries' dependencies, without compilers and other programs.
package_names()
{
    # shellcheck disable=SC2086 # a list of words
    apt_arm64 install --print-uris $libraries | cut -d ' ' -f 2 |
        cut -d _ -f 1 | grep -E '^(lib|zlib|linux-libc-dev|openmpi-common)'
}

fetch()
{
    mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" \
        "$work/debs" && : >"$work/apt/status" && cd "$work/debs" || return 1
    apt_arm64 update || return 1
    names=$(package_names) && [ -n "$names" ] || return 1
    # shellcheck disable=SC2086
    apt_arm64 download $names
}

unpack()
{
    rm -rf "$root" && mkdir "$root" || return 1
    for package in "$work"/debs/*.deb; do
        dpkg -x "$package" "$root" || return 1
    done
    find "$root" -type l -lname '/*' | while IFS= read -r link; do
        ln -sfn "$root$(readlink "$link")" "$link"
    done # libm.so is a linker script: without it the linker takes libm.a
    touch "$work/unpacked"
}

emulated()
{
    qemu-aarch64 -L "$root" "$@"
}

# both NAME FILE [SETTING...]: run an experiment natively and emulated, and
# compare.
both()
{
    name=$1
    shift
    "$codarun" run "$@" -o "here/$name" &&
        emulated ./codarun run "$@" -o "there/$name" &&
        "$codarun" verify "here/$name" "there/$name"
}

if [ ! -e "$work/unpacked" ]; then
    (fetch) >"$scratch/fetch" 2>&1 && unpack >>"$scratch/fetch" 2>&1 ||
        skip_all "no arm64 packages: $(tail -n 1 "$scratch/fetch")"
fi

mkdir "$scratch/build"
cd "$scratch/build" || exit 99
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS
ok "configure takes --host" "$top/configure" --host=aarch64-linux-gnu \
    CC="aarch64-linux-gnu-gcc --sysroot=$root" WERROR=-Werror \
    PKG_CONFIG_LIBDIR="$root/usr/lib/aarch64-linux-gnu/pkgconfig" \
    PKG_CONFIG_SYSROOT_DIR="$root"
ok "it builds" make -j2 check TESTS=

for test in columns cross_entropy decatt digest field gemm golden kernel l1 \
    layers lines ops optimizers random result state statistics str tape tree \
    vector vocab; do
    ok "test_$test passes" emulated "$(unit_test "test_$test")"
done

ok "it says its version" emulated ./codarun --version
ok "doctor runs" emulated ./codarun doctor
make_experiment rank.yaml <<END
name: rank
train: {epochs: 2, batch: 16, grains: 2}
END
learned() {
    "$codarun" vectors "$top/docs/reference/tasks.md" -o "here_$1" --method "$1" &&
        emulated ./codarun vectors "$top/docs/reference/tasks.md" -o "there_$1" \
            --method "$1" && cmp "here_$1" "there_$1"
}
ok "skip-gram learns the bytes of this machine" learned skip-gram
ok "GloVe learns the bytes of this machine" learned glove
ok "decatt has the bits of this machine" both rank rank.yaml
ok "the transformer has the bits of this machine" both mlu \
    "$top/experiments/mlu-quick.yaml" --set train.steps=10 \
    --set train.evaluate_every=5 --set task.examples=300 \
    --set task.valid_examples=10 --set task.test_examples=10 \
    --set train.seed=1
done_testing
