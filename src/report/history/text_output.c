#include "config.h"

#include "report/history/text_output.h"

int text_output_open(struct text_output *o, const struct history_view *v,
                     struct error *e)
{
    *o = (struct text_output){.put = v->put};
    if (v->output)
        o->file = file_stream_open(v->output, e);
    return v->output && !o->file ? -1 : 0;
}

/* Call put().  On failure *e is cleared, as it can contain an earlier error
 * about a file that was left out. */
static int print(const struct text_output *o, const struct str *text,
                 struct error *e)
{
    if (!o->put(text))
        return 0;
    *e = (struct error){""};
    return -1;
}

int text_output_put(struct text_output *o, struct str *text, struct error *e)
{
    const int failed =
        o->file ? file_stream_put(o->file, str_text(text), text->len, e)
                : print(o, text, e);

    str_clear(text);
    return failed;
}

int text_output_close(struct text_output *o, bool wanted, struct error *e)
{
    return o->file ? file_stream_close(o->file, wanted, e) : wanted ? 0 : -1;
}
