# codarun.m4 - macros that find the libraries that codarun needs.
#
# CODARUN_LIBRARY(VARIABLE, NAME, PLACES, PROGRAM, DEBIAN PACKAGE,
#                 FEDORA PACKAGE)
#
# Sets VARIABLE_CFLAGS and VARIABLE_LIBS to what the user gave in them or to
# the first of PLACES with which PROGRAM compiles and links.  A place is a
# pkg-config module; or compiler and linker flags, with commas for the blanks;
# or `default' where no flags are needed.  If no place works, configure ends
# with one line that names the packages.
AC_DEFUN([CODARUN_LIBRARY], [
CODARUN_FIND([$1], [$2], [$3], [$4])
AS_IF([test -z "$$1_found"],
      [AC_MSG_ERROR([$2 not found: install $5 (Debian) or $6 (Fedora)])])
])

# CODARUN_OPTIONAL(VARIABLE, NAME, PLACES, PROGRAM, DEBIAN PACKAGE,
#                  FEDORA PACKAGE, WHAT IS MISSING)
#
# The same, but the library is optional: if no place works, VARIABLE_LIBS is
# empty, and the summary names what codarun lacks without it.
AC_DEFUN([CODARUN_OPTIONAL], [
CODARUN_FIND([$1], [$2], [$3], [$4])
AS_IF([test -z "$$1_found"],
      [$1_CFLAGS= $1_LIBS=
       $1_found="no, so $7: $5 (Debian) or $6 (Fedora)"])
])

# CODARUN_FIND(VARIABLE, NAME, PLACES, PROGRAM): the search of both macros;
# VARIABLE_found is empty if no place works.
AC_DEFUN([CODARUN_FIND], [
AC_ARG_VAR([$1_CFLAGS], [compiler flags for $2, overriding pkg-config])
AC_ARG_VAR([$1_LIBS], [linker flags for $2, overriding pkg-config])
AC_MSG_CHECKING([for $2])
$1_found=
AS_IF([test -n "$$1_CFLAGS$$1_LIBS"],
      [CODARUN_TRY([$1], [$4], [as given: $$1_CFLAGS $$1_LIBS])],
      [for codarun_place in $3; do
           CODARUN_FLAGS([$1], [$codarun_place])
           CODARUN_TRY([$1], [$4], [$codarun_text])
           test -z "$$1_found" || break
       done])
AC_MSG_RESULT([${$1_found:-no}])
])

# CODARUN_FLAGS(VARIABLE, PLACE): set VARIABLE_CFLAGS and _LIBS for a place,
# and codarun_text to its description in the summary.  Only the flags that a
# library needs are kept, not a compiler's name or -O2.
AC_DEFUN([CODARUN_FLAGS], [
$1_CFLAGS= $1_LIBS=
case $2 in
default)
    codarun_text='in the default places' ;;
-* | *,*)
    for codarun_word in `echo "$2" | tr , ' '`; do
        case $codarun_word in
        -I* | -D*) $1_CFLAGS="$$1_CFLAGS $codarun_word" ;;
        -l* | -L* | -R* | /*.so | /*.a) $1_LIBS="$$1_LIBS $codarun_word" ;;
        esac
    done
    $1_LIBS=`echo "$$1_LIBS" | sed 's/ -R/ -Wl,-rpath,/g'`
    codarun_text="with$$1_CFLAGS$$1_LIBS" ;;
*)
    test -n "$PKG_CONFIG" && $PKG_CONFIG --exists "$2" || continue
    $1_CFLAGS=`$PKG_CONFIG --cflags "$2"`
    $1_LIBS=`$PKG_CONFIG --libs "$2"`
    codarun_text="`$PKG_CONFIG --modversion "$2"` (pkg-config $2)" ;;
esac
])

# CODARUN_TRY(VARIABLE, PROGRAM, TEXT): set VARIABLE_found to the text if the
# program builds with VARIABLE's flags.
AC_DEFUN([CODARUN_TRY], [
codarun_cflags=$CFLAGS codarun_libs=$LIBS
CFLAGS="$CFLAGS $$1_CFLAGS" LIBS="$$1_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_SOURCE([$2])], [$1_found="$3"])
CFLAGS=$codarun_cflags LIBS=$codarun_libs
])
