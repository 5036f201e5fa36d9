# include_folders.awk - which folder of src/ includes which.
#
#     awk -f tests/include_folders.awk FILES
#
# FILES are .h and .c files of src/.  Prints a line "FILE:LINE FOLDER OTHER" for
# each include of a file of ours: FOLDER is that of FILE, OTHER that of the
# included file, both below src/.

function folder_of(path)
{
    sub(/^src\//, "", path)
    sub(/\/[^\/]*$/, "", path)
    return path
}

/^#include "[a-z_]*\/.*\.h"/ {
    gsub(/"/, "", $2)
    print FILENAME ":" FNR, folder_of(FILENAME), folder_of($2)
}
