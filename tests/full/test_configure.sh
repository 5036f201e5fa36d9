#!/bin/bash
# configure uses the Open MPI whose mpicc is first in PATH, or that MPICC names:
# its mpirun is also the first.
. "${srcdir:-.}/tests/tap.sh"
top=$(cd "$srcdir" && pwd)
mpicc=$(command -v mpicc) || skip_all "no mpicc"
[ ! -e "$top/config.status" ] || skip_all "configured in its own folder"
unset MPICC MPI_CFLAGS MPI_LIBS

# stand_in NAME MACRO RPATH: make a stub mpicc, like a module's, for the
# installed MPI
stand_in() {
    cat >"$scratch/bin/$1" <<END_OF_IT
#!/bin/sh
"$mpicc" "\$@"
case \$1 in
*compile) echo -D$2 ;;
*link) echo $3 ;;
esac
END_OF_IT
    chmod +x "$scratch/bin/$1"
}
mkdir "$scratch/bin"
stand_in mpicc OF_THIS "-Wl,-rpath -Wl,/of/this"
stand_in other OF_THE_OTHER -Wl,-rpath,/of/the/other
cd "$scratch" || exit 99
here=$PATH PATH=$scratch/bin:$PATH

# takes MACRO RPATH: did configure find these flags?
takes() {
    grep '^MPI_' Makefile
    grep -q "^MPI_CFLAGS = .*-D$1\$" Makefile &&
        grep -q "^MPI_LIBS = .*-Wl,-rpath,$2 *\$" Makefile
}
ok "configure takes the mpicc that is first" "$top/configure"
ok "with its flags" takes OF_THIS /of/this
ok "or the one that is named" "$top/configure" MPICC=other
ok "with its flags" takes OF_THE_OTHER /of/the/other
ok "objects depend on them" grep -q "MPI_FLAGS .*/of/the/other" config.h
ok "a named mpicc that does not exist is refused" \
    says "MPICC=false is no mpicc of an Open MPI" 1 "$top/configure" MPICC=false
printf '#!/bin/sh\nexit 1\n' >bin/mpicc
ok "if mpicc belongs to another MPI, pkg-config is used" \
    env PATH="$scratch/bin:$here" "$top/configure"
ok "with its flags" grep -q '^MPI_LIBS = .*-lmpi' Makefile
done_testing
