/*
 * token_products.h - how cloze readers score the tokens of a document: by the
 * products of their states with one state of the query (Kadlec et al. 2016, Eq.
 * 2).
 */
#ifndef ENGINE_MODEL_TOKEN_PRODUCTS_H
#define ENGINE_MODEL_TOKEN_PRODUCTS_H

#include "engine/data/batch.h"
#include "engine/tape/ops.h"

/* From each segment of q [rows x d] take the row whose number is in the column,
 * an integer for each example: [seg->n x d]. */
struct node *query_rows(struct tape *t, struct node *q,
                        const struct segments *seg,
                        const struct packed_column *place);

/* x_i . z_s for the rows i of segment s: x [rows x d], z [seg->n x d]; returns
 * [rows x 1]. */
struct node *token_products(struct tape *t, struct node *x,
                            const struct segments *seg, struct node *z);

#endif
