#include "data/words.h"

#include <stdlib.h>

void words_release(struct words *w)
{
    for (int i = 0; w->text && i < w->n; i++)
        free(w->text[i]);
    free(w->text);
    free(w->vectors);
    *w = (struct words){0};
}
