/* take_experiments FILE: of each file that it names, a line each, whether
 * codarun takes it as an experiment: "taken", or what is wrong with it. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "sweep/experiment/experiment.h"

static void take(const char *path)
{
    struct experiment x;
    struct error e = {""};

    if (experiment_read(&x, path, NULL, 0, &e)) {
        printf("%s\n", e.text);
        return;
    }
    printf("taken\n");
    experiment_release(&x);
}

int main(int argc, char **argv)
{
    FILE *list = argc == 2 ? fopen(argv[1], "r") : NULL;
    char path[4096];

    if (!list)
        return 1;
    while (fgets(path, sizeof(path), list)) {
        path[strcspn(path, "\n")] = '\0';
        take(path);
        fflush(stdout); /* one that ends here says which it is */
    }
    return fclose(list) != 0;
}
