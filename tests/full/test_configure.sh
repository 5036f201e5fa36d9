#!/bin/bash
# configure builds with the Open MPI whose mpicc is found first, or that MPICC
# names: its mpirun is the one that is typed.
. "${srcdir:-.}/tests/tap.sh"
top=$(cd "$srcdir" && pwd)
mpicc=$(command -v mpicc) || skip_all "no mpicc"

# What a module's mpicc says, of the MPI that is here.
mkdir "$scratch/bin"
cat >"$scratch/bin/mpicc" <<END_OF_IT
#!/bin/sh
"$mpicc" "\$@"
case \$1 in
*compile) echo -DOF_THIS_MPICC ;;
*link) echo -Wl,-rpath -Wl,/of/this/mpicc ;;
esac
END_OF_IT
chmod +x "$scratch/bin/mpicc"
cp "$scratch/bin/mpicc" "$scratch/bin/other"
sed -i 's/OF_THIS/OF_THE_OTHER/' "$scratch/bin/other"
cd "$scratch" || exit 99

ok "configure takes the mpicc that is first" \
    env PATH="$scratch/bin:$PATH" "$top/configure"
ok "its flags" grep -q '^MPI_CFLAGS = .*-DOF_THIS_MPICC' Makefile
ok "where its library is found" \
    grep -q '^MPI_LIBS = .*-Wl,-rpath,/of/this/mpicc' Makefile
ok "or the one that is named" \
    env PATH="$scratch/bin:$PATH" "$top/configure" MPICC="$scratch/bin/other"
ok "its flags" grep -q '^MPI_CFLAGS = .*-DOF_THE_OTHER_MPICC' Makefile
done_testing
