/* terminal.c - the file formats of pictures. */
#include "config.h"

#include "report/plot/terminal.h"

#include <math.h>
#include <string.h>

/* A PNG has two pixels for each pixel of an SVG, and cairo limits its size. */
const struct terminal terminals[] = {
    {.ending = ".svg",
     .name = "svg",
     .scale = 1,
     .unit = "",
     .options = "name 'codarun'"},
    {.ending = ".png",
     .name = "pngcairo",
     .scale = 2,
     .unit = "",
     .most = 32000,
     .options = "fontscale 1.5 linewidth 2 pointscale 2.4",
     .own_fonts = true},
    {.ending = ".pdf",
     .name = "pdfcairo",
     .scale = 1 / PIXELS_OF_INCH,
     .unit = "in",
     .most = 200,
     .options = "fontscale 0.5625 linewidth 1.5 pointscale 1",
     .own_fonts = true,
     .dated = true},
    {0},
};

const struct terminal *terminal_of(const char *file)
{
    const char *dot = strrchr(file, '.');

    for (const struct terminal *t = terminals; dot && t->ending; t++)
        if (!strcmp(dot, t->ending))
            return t;
    return NULL;
}

static void add_side(const struct terminal *t, int pixels, struct str *out)
{
    const double side = pixels * t->scale;

    str_addf(out, "%.6g%s", t->most > 0 ? fmin(side, t->most) : side, t->unit);
}

void terminal_set(const struct terminal *t, int width, int height,
                  struct str *out)
{
    str_addf(out, "set terminal %s size ", t->name);
    add_side(t, width, out);
    str_adds(out, ",");
    add_side(t, height, out);
    str_addf(out, " font 'sans-serif,12' noenhanced background '#ffffff' %s\n",
             t->options);
}
