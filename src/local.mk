# What codarun is built from, folder by folder, in the order of the layers:
# a folder may include itself and those above it, nothing below.
#
# One line per kind: these lists are the registries.
attention_kinds = \
	src/attention/softmax.c \
	src/attention/coda.c \
	src/attention/sparsemax.c \
	src/attention/entmax.c \
	src/attention/sigmoid.c \
	src/attention/differential.c \
	src/attention/linear.c

head_kinds = \
	src/head/class.c \
	src/head/decode.c \
	src/head/rank.c \
	src/head/span.c \
	src/head/cloze.c

model_kinds = \
	src/model/aligner.c \
	src/model/as.c \
	src/model/bidaf.c \
	src/model/bow.c \
	src/model/dcn.c \
	src/model/decaprop.c \
	src/model/decatt.c \
	src/model/ga.c \
	src/model/phasecond.c \
	src/model/qanet.c \
	src/model/transformer.c \
	src/model/universal.c

ops = \
	src/tape/op_activation.c \
	src/tape/op_concat.c \
	src/tape/op_convolution.c \
	src/tape/op_cross_entropy.c \
	src/tape/op_depthwise.c \
	src/tape/op_dropout.c \
	src/tape/op_elementwise.c \
	src/tape/op_factorisation.c \
	src/tape/op_gate.c \
	src/tape/op_gru.c \
	src/tape/op_layer_norm.c \
	src/tape/op_linear.c \
	src/tape/op_linear_maxout.c \
	src/tape/op_lookup.c \
	src/tape/op_lstm.c \
	src/tape/op_lstm_cell.c \
	src/tape/op_maxout.c \
	src/tape/op_mul_row.c \
	src/tape/op_pair_bias.c \
	src/tape/op_pair_line.c \
	src/tape/op_pair_max.c \
	src/tape/op_pair_weights.c \
	src/tape/op_pairs.c \
	src/tape/op_positions.c \
	src/tape/op_repeat.c \
	src/tape/op_segment.c \
	src/tape/op_segment_linear.c \
	src/tape/op_segment_max.c \
	src/tape/op_segment_softmax.c \
	src/tape/op_tied_cross_entropy.c

optimizer_kinds = \
	src/optimizer/adadelta.c \
	src/optimizer/adam.c \
	src/optimizer/adamax.c \
	src/optimizer/sgd.c

plot_kinds = \
	src/plot/attention.c \
	src/plot/curves.c \
	src/plot/gantt.c \
	src/plot/history.c \
	src/plot/histograms.c \
	src/plot/importance.c \
	src/plot/length.c \
	src/plot/metric.c \
	src/plot/parallel.c \
	src/plot/ranks.c \
	src/plot/type.c

sampler_kinds = \
	src/sampler/gp.c \
	src/sampler/grid.c \
	src/sampler/random.c \
	src/sampler/sobol.c \
	src/sampler/tpe.c

scheduler_kinds = \
	src/scheduler/asha.c \
	src/scheduler/halving.c \
	src/scheduler/hyperband.c \
	src/scheduler/median.c \
	src/scheduler/none.c \
	src/scheduler/pbt.c

task_kinds = \
	src/task/cloze.c \
	src/task/mlu.c \
	src/task/mt.c \
	src/task/nli.c \
	src/task/open.c \
	src/task/rank.c \
	src/task/sentiment.c \
	src/task/span.c \
	src/task/text2code.c

format_kinds = \
	src/format/text.c \
	src/format/markdown.c \
	src/format/csv.c \
	src/format/latex.c \
	src/format/html.c \
	src/format/json.c \
	src/format/hdf5.c

# Of rows: src/task/rows_NAME.c is the format NAME, the first the usual one.
row_formats = \
	src/task/rows_tsv.c \
	src/task/rows_jsonl.c \
	src/task/rows_csv.c \
	src/task/rows_json.c

# Of cloze tests: src/task/layout_NAME.c is the layout NAME.
cloze_layouts = \
	src/task/layout_cbt.c \
	src/task/layout_cnn.c \
	src/task/layout_wdw.c \
	src/task/layout_babi.c \
	src/task/layout_lambada.c

# In the order of `codarun --help`.
subcommands = \
	src/cmd/run.c \
	src/cmd/resume.c \
	src/cmd/status.c \
	src/cmd/list.c \
	src/cmd/stop.c \
	src/cmd/table.c \
	src/cmd/report.c \
	src/cmd/plot.c \
	src/cmd/history.c \
	src/cmd/inspect.c \
	src/cmd/ensemble.c \
	src/cmd/predict.c \
	src/cmd/export.c \
	src/cmd/verify.c \
	src/cmd/prune.c \
	src/cmd/data.c \
	src/cmd/vectors.c \
	src/cmd/doctor.c \
	src/cmd/bench.c \
	src/cmd/completion.c \
	src/cmd/version.c

# Each registry as lines KIND(NAME), in the folder of its files.
kinds = $(attention_kinds) $(format_kinds) $(head_kinds) $(model_kinds) \
	$(optimizer_kinds) $(plot_kinds) $(sampler_kinds) $(scheduler_kinds) \
	$(task_kinds) $(subcommands)
kinds_defs = src/attention/kinds.def src/format/kinds.def \
	src/head/kinds.def src/model/kinds.def src/optimizer/kinds.def \
	src/plot/kinds.def src/sampler/kinds.def \
	src/scheduler/kinds.def src/task/kinds.def src/cmd/kinds.def \
	src/task/row_formats.def src/task/layouts.def
# Written when they differ: a line in this file compiles what it is about.
src/kinds.stamp: src/local.mk
	$(AM_V_GEN)for def in $(kinds_defs); do \
	  case $$def in */row_formats.def) all="$(row_formats)" ;; \
	    */layouts.def) all="$(cloze_layouts)" ;; \
	    *) all="$(kinds)" ;; esac; \
	  dir=`dirname $$def`; $(MKDIR_P) $$dir && for f in $$all; do \
	    case $$f in $$dir/*) name=`basename $$f .c`; \
	      name=$${name#rows_}; echo "KIND($${name#layout_})" ;; esac; \
	  done >$$def.new || exit 1; \
	  if cmp -s $$def.new $$def; then rm -f $$def.new; \
	  else mv -f $$def.new $$def; fi || exit 1; \
	done; echo >$@
$(kinds_defs): src/kinds.stamp
	@test -f $@ || { rm -f src/kinds.stamp; $(MAKE) src/kinds.stamp; }
BUILT_SOURCES += $(kinds_defs)
CLEANFILES += $(kinds_defs) src/kinds.stamp

src/attention/attention.$(OBJEXT) src/format/format.$(OBJEXT) \
	src/head/head.$(OBJEXT) \
	src/model/model.$(OBJEXT) src/optimizer/optimizer.$(OBJEXT) \
	src/plot/plot.$(OBJEXT) \
	src/sampler/sampler.$(OBJEXT) src/scheduler/scheduler.$(OBJEXT) \
	src/task/task.$(OBJEXT) src/task/rows.$(OBJEXT) \
	src/task/layouts.$(OBJEXT) \
	src/cmd/main.$(OBJEXT): $(kinds_defs)
# Whatever includes one finds it, and a new kind in it.
$(libcodarun_a_OBJECTS) $(codarun_OBJECTS): | $(kinds_defs)

# The commit built from: asked of git at every make, written when it differs.
# A tarball has no git and carries the answer in a file instead.
git_commit = { test -e $(top_srcdir)/.git && git -C $(top_srcdir) \
	-c safe.directory='*' describe --always --dirty --abbrev=40 \
	--exclude='*' || cat $(top_srcdir)/COMMIT || echo unknown; } 2>/dev/null
src/base/commit.def: force
	@$(MKDIR_P) $(@D); commit="#define GIT_COMMIT \"`$(git_commit)`\""; \
	test "$$commit" = "`cat $@ 2>/dev/null`" || echo "$$commit" >$@
force:
.PHONY: force
dist-hook: record-commit
record-commit:
	$(AM_V_GEN)rm -f $(distdir)/COMMIT; $(git_commit) >$(distdir)/COMMIT
.PHONY: record-commit
src/base/version.$(OBJEXT): src/base/commit.def
BUILT_SOURCES += src/base/commit.def
CLEANFILES += src/base/commit.def

noinst_LIBRARIES += libcodarun.a
libcodarun_a_SOURCES =

# base
libcodarun_a_SOURCES += \
	src/base/apart.c \
	src/base/apart.h \
	src/base/arena.c \
	src/base/arena.h \
	src/base/cache.c \
	src/base/cache.h \
	src/base/clock.c \
	src/base/clock.h \
	src/base/control_group.c \
	src/base/control_group.h \
	src/base/crc32c.c \
	src/base/crc32c.h \
	src/base/digest.c \
	src/base/digest.h \
	src/base/digest_index.c \
	src/base/digest_index.h \
	src/base/error.c \
	src/base/error.h \
	src/base/file.c \
	src/base/file.h \
	src/base/file_look.c \
	src/base/file_open.c \
	src/base/file_write.c \
	src/base/firsts.c \
	src/base/firsts.h \
	src/base/folder.c \
	src/base/folder_entries.c \
	src/base/folder_entries.h \
	src/base/folder_place.c \
	src/base/folder_place.h \
	src/base/functions.c \
	src/base/functions.h \
	src/base/heap.c \
	src/base/heap.h \
	src/base/image.c \
	src/base/image.h \
	src/base/interrupt.c \
	src/base/interrupt.h \
	src/base/launcher.c \
	src/base/launcher.h \
	src/base/log.c \
	src/base/log.h \
	src/base/mapping.c \
	src/base/mapping.h \
	src/base/memory.c \
	src/base/memory.h \
	src/base/memory_budget.c \
	src/base/memory_budget.h \
	src/base/memory_limit.c \
	src/base/memory_limit.h \
	src/base/pair_index.c \
	src/base/pair_index.h \
	src/base/process.c \
	src/base/process.h \
	src/base/processor_limit.c \
	src/base/processor_limit.h \
	src/base/processors.c \
	src/base/processors.h \
	src/base/random.c \
	src/base/random.h \
	src/base/sha256.c \
	src/base/sha256.h \
	src/base/slurm_grant.c \
	src/base/slurm_grant.h \
	src/base/show.c \
	src/base/show.h \
	src/base/stamp.c \
	src/base/stamp.h \
	src/base/storage.c \
	src/base/storage.h \
	src/base/str.c \
	src/base/str.h \
	src/base/system_file.c \
	src/base/system_file.h \
	src/base/temporary.c \
	src/base/temporary.h \
	src/base/thread_binding.c \
	src/base/thread_binding.h \
	src/base/tree.c \
	src/base/tree.h \
	src/base/utf8.c \
	src/base/utf8.h \
	src/base/version.c \
	src/base/version.h \
	src/base/workers.c \
	src/base/workers.h

# config
libcodarun_a_SOURCES += \
	src/config/bind.c \
	src/config/bind.h \
	src/config/bind_unknown.c \
	src/config/bind_value.c \
	src/config/document.c \
	src/config/document.h \
	src/config/entry.c \
	src/config/field.c \
	src/config/field.h \
	src/config/field_help.c \
	src/config/field_lines.c \
	src/config/field_lines.h \
	src/config/field_text.c \
	src/config/keys.c \
	src/config/nearest.c \
	src/config/nearest_file.c \
	src/config/node.c \
	src/config/node.h \
	src/config/parse.c \
	src/config/set.c \
	src/config/short_names.c \
	src/config/short_names.h \
	src/config/yaml_fault.c \
	src/config/yaml_fault.h

# cli
libcodarun_a_SOURCES += \
	src/cli/command.h \
	src/cli/help.c \
	src/cli/manual.c \
	src/cli/option.c \
	src/cli/option.h \
	src/cli/parse.c \
	src/cli/value.c \
	src/cli/value.h

# kernel
libcodarun_a_SOURCES += \
	src/kernel/cholesky.c \
	src/kernel/cholesky.h \
	src/kernel/columns.c \
	src/kernel/columns.h \
	src/kernel/depthwise.c \
	src/kernel/depthwise.h \
	src/kernel/exp.h \
	src/kernel/gates.c \
	src/kernel/gates.h \
	src/kernel/gemm.c \
	src/kernel/gemm.h \
	src/kernel/gemm_parts.h \
	src/kernel/gemm_product.c \
	src/kernel/gemm_room.c \
	src/kernel/gemm_tile.c \
	src/kernel/gemm_tile.h \
	src/kernel/kernel.c \
	src/kernel/kernel.h \
	src/kernel/l1.c \
	src/kernel/l1.h \
	src/kernel/l1_backward.c \
	src/kernel/layer_norm.c \
	src/kernel/layer_norm.h \
	src/kernel/level.c \
	src/kernel/levels.h \
	src/kernel/numerics.h \
	src/kernel/order.h \
	src/kernel/pair_mask.h \
	src/kernel/picked.c \
	src/kernel/picked.h \
	src/kernel/simd.h \
	src/kernel/simd_avx2.h \
	src/kernel/simd_avx512.h \
	src/kernel/simd_neon.h \
	src/kernel/simd_plain.h \
	src/kernel/simd_x86.h \
	src/kernel/sums.h \
	src/kernel/team.c \
	src/kernel/team.h \
	src/kernel/team_vector.c \
	src/kernel/team_vector.h \
	src/kernel/vector.c \
	src/kernel/vector.h \
	src/kernel/vector_math.c

# Compiled once more for each further SIMD level: see kernel/levels.h.
simd_sources = $(optimizer_kinds) \
	src/attention/entmax.c \
	src/attention/sorted.c \
	src/attention/sparsemax.c \
	src/kernel/cholesky.c \
	src/kernel/columns.c \
	src/kernel/depthwise.c \
	src/kernel/gates.c \
	src/kernel/gemm_product.c \
	src/kernel/gemm_tile.c \
	src/kernel/l1.c \
	src/kernel/l1_backward.c \
	src/kernel/layer_norm.c \
	src/kernel/picked.c \
	src/kernel/vector.c \
	src/kernel/vector_math.c \
	src/sampler/matern.c \
	src/vectors/glove_step.c \
	src/vectors/skipgram_step.c

EXTRA_LIBRARIES = libavx2.a libavx512.a libneon.a
libavx2_a_SOURCES = $(simd_sources)
libavx2_a_CFLAGS = $(AM_CFLAGS) -DLEVEL_AVX2 -mavx2 -mfma
libavx512_a_SOURCES = $(simd_sources)
libavx512_a_CFLAGS = $(AM_CFLAGS) -DLEVEL_AVX512 -mavx512f -mavx512dq \
	-mavx512bw -mavx512vl -mavx2 -mfma -mprefer-vector-width=512
libneon_a_SOURCES = $(simd_sources)
libneon_a_CFLAGS = $(AM_CFLAGS) -DLEVEL_NEON $(NEON_CFLAGS)

if X86_64
libcodarun_a_LIBADD = $(libavx2_a_OBJECTS) $(libavx512_a_OBJECTS)
endif
if AARCH64
libcodarun_a_LIBADD = $(libneon_a_OBJECTS)
endif
libcodarun_a_DEPENDENCIES = $(libcodarun_a_LIBADD)

# sampler
libcodarun_a_SOURCES += $(sampler_kinds) \
	src/sampler/assignments.c \
	src/sampler/assignments.h \
	src/sampler/distribution.c \
	src/sampler/gaussian.c \
	src/sampler/gaussian.h \
	src/sampler/matern.c \
	src/sampler/matern.h \
	src/sampler/others.c \
	src/sampler/rule.c \
	src/sampler/rule.h \
	src/sampler/sampler.c \
	src/sampler/sampler.h \
	src/sampler/sampler_parts.h \
	src/sampler/sobol_directions.h \
	src/sampler/space.c \
	src/sampler/space.h \
	src/sampler/tried.c \
	src/sampler/tried.h

# scheduler
libcodarun_a_SOURCES += $(scheduler_kinds) \
	src/scheduler/bracket.c \
	src/scheduler/bracket.h \
	src/scheduler/ranking.c \
	src/scheduler/ranking.h \
	src/scheduler/scheduler.c \
	src/scheduler/scheduler.h

# search
libcodarun_a_SOURCES += \
	src/search/conduct.h \
	src/search/parts.h \
	src/search/proposals.c \
	src/search/queue.c \
	src/search/queue.h \
	src/search/rungs.c \
	src/search/standing.c \
	src/search/study.c \
	src/search/study.h \
	src/search/suspects.c

# text
libcodarun_a_SOURCES += \
	src/text/bm25.c \
	src/text/bm25.h \
	src/text/csv_record.c \
	src/text/csv_record.h \
	src/text/decompress.c \
	src/text/decompress.h \
	src/text/decompress_archive.c \
	src/text/decompress_gzip.c \
	src/text/decompress_parts.h \
	src/text/decompress_xz.c \
	src/text/deflate.c \
	src/text/deflate.h \
	src/text/english_exceptions.c \
	src/text/english_exceptions.h \
	src/text/file_set.c \
	src/text/file_set.h \
	src/text/folder_files.c \
	src/text/folder_files.h \
	src/text/frame.c \
	src/text/frame.h \
	src/text/html_write.c \
	src/text/html_write.h \
	src/text/json.c \
	src/text/json.h \
	src/text/json_object.c \
	src/text/json_parts.h \
	src/text/json_source.c \
	src/text/json_indent.c \
	src/text/json_write.c \
	src/text/json_write.h \
	src/text/lines.c \
	src/text/lines.h \
	src/text/members.c \
	src/text/members.h \
	src/text/normal.c \
	src/text/normal.h \
	src/text/occurrences.c \
	src/text/occurrences.h \
	src/text/pack.c \
	src/text/pack.h \
	src/text/porter.c \
	src/text/porter.h \
	src/text/protobuf_write.c \
	src/text/protobuf_write.h \
	src/text/python.c \
	src/text/python.h \
	src/text/s_stem.c \
	src/text/s_stem.h \
	src/text/subwords.c \
	src/text/subwords.h \
	src/text/subwords_file.c \
	src/text/subwords_learn.c \
	src/text/subwords_learn.h \
	src/text/tokens.c \
	src/text/tokens.h \
	src/text/tokens_english.c \
	src/text/tokens_english.h \
	src/text/trees.c \
	src/text/trees.h \
	src/text/unpack.c \
	src/text/unpack.h \
	src/text/vector_rows.c \
	src/text/vector_rows.h \
	src/text/vectors.c \
	src/text/vectors.h \
	src/text/vocabulary.c \
	src/text/vocabulary.h \
	src/text/width.c \
	src/text/width.h

# vectors
libcodarun_a_SOURCES += \
	src/vectors/blocks.c \
	src/vectors/blocks.h \
	src/vectors/bucket_pairs.c \
	src/vectors/bucket_pairs.h \
	src/vectors/checkpoint.c \
	src/vectors/checkpoint.h \
	src/vectors/cooccurrences.c \
	src/vectors/cooccurrences.h \
	src/vectors/dealing.c \
	src/vectors/dealing.h \
	src/vectors/glove.c \
	src/vectors/glove.h \
	src/vectors/glove_step.c \
	src/vectors/glove_step.h \
	src/vectors/jobs.c \
	src/vectors/jobs.h \
	src/vectors/learn.c \
	src/vectors/learn.h \
	src/vectors/negatives.c \
	src/vectors/negatives.h \
	src/vectors/neighbours.c \
	src/vectors/neighbours.h \
	src/vectors/vectors_file.c \
	src/vectors/vectors_file.h \
	src/vectors/running_text.c \
	src/vectors/running_text.h \
	src/vectors/settings.c \
	src/vectors/settings.h \
	src/vectors/skipgram.c \
	src/vectors/skipgram.h \
	src/vectors/skipgram_step.c \
	src/vectors/skipgram_step.h \
	src/vectors/tables.c \
	src/vectors/tables.h

# fetch
libcodarun_a_SOURCES += \
	src/fetch/answer.c \
	src/fetch/answer.h \
	src/fetch/checksums.c \
	src/fetch/checksums.h \
	src/fetch/data_path.c \
	src/fetch/data_path.h \
	src/fetch/download.c \
	src/fetch/download.h \
	src/fetch/fetch.c \
	src/fetch/fetch.h \
	src/fetch/obtain.c \
	src/fetch/obtain.h \
	src/fetch/plan.c \
	src/fetch/progress.c \
	src/fetch/progress.h \
	src/fetch/recipe_imdb.c \
	src/fetch/recipe_trecqa.c \
	src/fetch/recipes.c \
	src/fetch/recipes.h \
	src/fetch/sets.c \
	src/fetch/sets.h \
	src/fetch/sets_multi30k.c \
	src/fetch/sets_parts.h \
	src/fetch/sets_ranking.c \
	src/fetch/sets_table.c \
	src/fetch/sink.c \
	src/fetch/sink.h \
	src/fetch/text_lines.c \
	src/fetch/text_lines.h

# data
libcodarun_a_SOURCES += \
	src/data/batch.c \
	src/data/batch.h \
	src/data/columns.c \
	src/data/columns.h \
	src/data/deal.c \
	src/data/deal.h \
	src/data/distinct.c \
	src/data/distinct.h \
	src/data/examples.c \
	src/data/examples.h \
	src/data/features.c \
	src/data/features.h \
	src/data/segments.c \
	src/data/segments.h \
	src/data/sentences.c \
	src/data/sentences.h \
	src/data/steps.c \
	src/data/steps.h \
	src/data/units.c \
	src/data/units.h \
	src/data/words.c \
	src/data/words.h

# tape
libcodarun_a_SOURCES += $(ops) \
	src/tape/bias.h \
	src/tape/linear.h \
	src/tape/ops.h \
	src/tape/pairs.c \
	src/tape/pairs.h \
	src/tape/param_tables.c \
	src/tape/param_tables.h \
	src/tape/recurrence.c \
	src/tape/recurrence.h \
	src/tape/smoothing.h \
	src/tape/tape.c \
	src/tape/tape.h

# head
libcodarun_a_SOURCES += $(head_kinds) \
	src/head/class.h \
	src/head/cloze.h \
	src/head/decode.h \
	src/head/ensemble.c \
	src/head/ensemble.h \
	src/head/head.c \
	src/head/head.h \
	src/head/rank.h \
	src/head/span.h

# layer
libcodarun_a_SOURCES += \
	src/layer/characters.c \
	src/layer/characters.h \
	src/layer/convolution.c \
	src/layer/convolution.h \
	src/layer/embedding.c \
	src/layer/embedding.h \
	src/layer/factorisation.c \
	src/layer/factorisation.h \
	src/layer/features.c \
	src/layer/features.h \
	src/layer/fusion.c \
	src/layer/fusion.h \
	src/layer/highway.c \
	src/layer/highway.h \
	src/layer/layers.c \
	src/layer/layers.h \
	src/layer/maxout.c \
	src/layer/maxout.h \
	src/layer/params.c \
	src/layer/params.h \
	src/layer/recurrent.c \
	src/layer/recurrent.h

# attention
libcodarun_a_SOURCES += $(attention_kinds) \
	src/attention/attention.c \
	src/attention/attention.h \
	src/attention/coda_fused.c \
	src/attention/coda_parts.h \
	src/attention/coda_start.c \
	src/attention/elementwise.c \
	src/attention/elementwise.h \
	src/attention/fused.c \
	src/attention/fused.h \
	src/attention/fused_block.c \
	src/attention/fused_parts.h \
	src/attention/fused_strips.c \
	src/attention/look.c \
	src/attention/look.h \
	src/attention/probe.c \
	src/attention/probe.h \
	src/attention/site.c \
	src/attention/site.h \
	src/attention/survey.c \
	src/attention/survey.h \
	src/attention/sorted.c \
	src/attention/sorted.h \
	src/attention/view.c \
	src/attention/view.h

# model
libcodarun_a_SOURCES += $(model_kinds) \
	src/model/alignment.c \
	src/model/alignment.h \
	src/model/beam.c \
	src/model/beam.h \
	src/model/candidates.c \
	src/model/candidates.h \
	src/model/coattention.c \
	src/model/coattention.h \
	src/model/connector.c \
	src/model/connector.h \
	src/model/decaprop.h \
	src/model/decaprop_build.c \
	src/model/encoder_block.c \
	src/model/encoder_block.h \
	src/model/flow.c \
	src/model/flow.h \
	src/model/gated.c \
	src/model/gated.h \
	src/model/model.c \
	src/model/model.h \
	src/model/model_bytes.c \
	src/model/multihead.c \
	src/model/multihead.h \
	src/model/own_features.c \
	src/model/own_features.h \
	src/model/pointer.c \
	src/model/pointer.h \
	src/model/pointing.c \
	src/model/pointing.h \
	src/model/reading.c \
	src/model/reading.h \
	src/model/sites.c \
	src/model/sites.h \
	src/model/token_products.c \
	src/model/token_products.h \
	src/model/transformer.h \
	src/model/transformer_build.c \
	src/model/transformer_generate.c \
	src/model/transformer_recurrence.c \
	src/model/transformer_stack.c

# task
libcodarun_a_SOURCES += $(task_kinds) $(row_formats) $(cloze_layouts) \
	src/task/arithmetic.c \
	src/task/arithmetic.h \
	src/task/bleu.c \
	src/task/bleu.h \
	src/task/chrf.c \
	src/task/chrf.h \
	src/task/classes.c \
	src/task/classes.h \
	src/task/cloze.h \
	src/task/cloze_candidates.c \
	src/task/cloze_example.c \
	src/task/cloze_example.h \
	src/task/cloze_fresh.c \
	src/task/cloze_load.c \
	src/task/cloze_traits.c \
	src/task/corpus.c \
	src/task/corpus.h \
	src/task/corpus_fresh.c \
	src/task/corpus_recall.c \
	src/task/corpus_subwords.c \
	src/task/corpus_words.c \
	src/task/formula.c \
	src/task/formula.h \
	src/task/fresh.c \
	src/task/fresh.h \
	src/task/ids.c \
	src/task/ids.h \
	src/task/layouts.c \
	src/task/layouts.h \
	src/task/layouts_parts.h \
	src/task/lisp.c \
	src/task/lisp.h \
	src/task/lisp_arrays.c \
	src/task/lisp_check.c \
	src/task/lisp_numbers.c \
	src/task/lisp_parse.c \
	src/task/lisp_parts.h \
	src/task/lisp_strings.c \
	src/task/lisp_types.c \
	src/task/lisp_types.h \
	src/task/lisp_units.c \
	src/task/long_word.c \
	src/task/long_word.h \
	src/task/mlu_lines.c \
	src/task/mlu_lines.h \
	src/task/mt.h \
	src/task/mt_load.c \
	src/task/named_runs.c \
	src/task/named_runs.h \
	src/task/ngrams.c \
	src/task/ngrams.h \
	src/task/open.h \
	src/task/open_example.c \
	src/task/open_example.h \
	src/task/open_files.c \
	src/task/open_files.h \
	src/task/open_fresh.c \
	src/task/open_load.c \
	src/task/open_quasar.c \
	src/task/open_searchqa.c \
	src/task/open_traits.c \
	src/task/parallel.c \
	src/task/parallel.h \
	src/task/passages.c \
	src/task/passages.h \
	src/task/predictions.c \
	src/task/predictions.h \
	src/task/problem.c \
	src/task/problem.h \
	src/task/problem_made.c \
	src/task/problem_made.h \
	src/task/problem_parts.h \
	src/task/problem_read.c \
	src/task/problem_tests.c \
	src/task/question_type.c \
	src/task/question_type.h \
	src/task/questions.c \
	src/task/questions.h \
	src/task/rank.h \
	src/task/rank_load.c \
	src/task/ranking.c \
	src/task/ranking.h \
	src/task/rows.c \
	src/task/rows.h \
	src/task/rows_columns.c \
	src/task/rows_parts.h \
	src/task/rows_trees.c \
	src/task/rows_wide.c \
	src/task/span.h \
	src/task/span_example.c \
	src/task/span_example.h \
	src/task/span_feature_names.c \
	src/task/span_features.c \
	src/task/span_features.h \
	src/task/span_fresh.c \
	src/task/span_read.c \
	src/task/span_traits.c \
	src/task/squad.c \
	src/task/squad.h \
	src/task/squad_score.c \
	src/task/squad_score.h \
	src/task/tags.c \
	src/task/tags.h \
	src/task/task.c \
	src/task/task.h \
	src/task/task_cache.c \
	src/task/task_cache.h \
	src/task/task_check.c \
	src/task/task_doubts.c \
	src/task/task_share.c \
	src/task/task_memory.c \
	src/task/text2code.h \
	src/task/text2code_load.c \
	src/task/xml_tag.c \
	src/task/xml_tag.h

# optimizer
libcodarun_a_SOURCES += $(optimizer_kinds) \
	src/optimizer/optimizer.c \
	src/optimizer/optimizer.h

# comm
libcodarun_a_SOURCES += \
	src/comm/block.c \
	src/comm/builds.c \
	src/comm/builds.h \
	src/comm/comm.h \
	src/comm/cores.c \
	src/comm/deaths.c \
	src/comm/desk.c \
	src/comm/group.c \
	src/comm/meeting.c \
	src/comm/meeting.h \
	src/comm/numbers.c \
	src/comm/numbers.h \
	src/comm/pulse.c \
	src/comm/pulse.h \
	src/comm/siblings.c \
	src/comm/siblings.h \
	src/comm/start.c \
	src/comm/wire.h

# store
libcodarun_a_SOURCES += \
	src/store/answers_table.c \
	src/store/answers_table.h \
	src/store/arrays_file.c \
	src/store/arrays_file.h \
	src/store/brief.c \
	src/store/brief.h \
	src/store/envelope.c \
	src/store/envelope.h \
	src/store/hdf5.c \
	src/store/hdf5.h \
	src/store/hdf5_items.c \
	src/store/hdf5_list.c \
	src/store/hdf5_own.c \
	src/store/hdf5_pieces.c \
	src/store/hdf5_scale.c \
	src/store/history_table.c \
	src/store/history_table.h \
	src/store/npz.c \
	src/store/result.c \
	src/store/result.h \
	src/store/result_equal.c \
	src/store/result_file.c \
	src/store/schema.c \
	src/store/schema.h \
	src/store/schema_history.h \
	src/store/schema_rows.h \
	src/store/state.c \
	src/store/state.h \
	src/store/sweep_file.c \
	src/store/sweep_file.h \
	src/store/table_data.c \
	src/store/table_data.h \
	src/store/table_stream.c \
	src/store/table_stream.h \
	src/store/units_table.c \
	src/store/units_table.h

# train
libcodarun_a_SOURCES += \
	src/train/answerer.c \
	src/train/answerer.h \
	src/train/average.c \
	src/train/average.h \
	src/train/budget.c \
	src/train/budget.h \
	src/train/checkpoint.c \
	src/train/checkpoint.h \
	src/train/choose.c \
	src/train/choose.h \
	src/train/config.c \
	src/train/course.c \
	src/train/course.h \
	src/train/engine.c \
	src/train/engine.h \
	src/train/engine_step.c \
	src/train/engine_step.h \
	src/train/engine_sums.c \
	src/train/engine_sums.h \
	src/train/engine_update.c \
	src/train/engine_update.h \
	src/train/evaluate.c \
	src/train/evaluate.h \
	src/train/forecast.c \
	src/train/forecast.h \
	src/train/gradient.c \
	src/train/gradient.h \
	src/train/judge.c \
	src/train/judge.h \
	src/train/known.c \
	src/train/known.h \
	src/train/lineage.c \
	src/train/lineage.h \
	src/train/live.c \
	src/train/live.h \
	src/train/loop.c \
	src/train/memory.c \
	src/train/packed_rows.c \
	src/train/packed_rows.h \
	src/train/schedule.c \
	src/train/schedule.h \
	src/train/stepper.c \
	src/train/stepper.h \
	src/train/train.h

# experiment
libcodarun_a_SOURCES += \
	src/experiment/canonical.c \
	src/experiment/condition_read.c \
	src/experiment/drawn.c \
	src/experiment/drawn.h \
	src/experiment/experiment.c \
	src/experiment/experiment.h \
	src/experiment/json_schema.c \
	src/experiment/json_schema.h \
	src/experiment/json_schema_dotted.c \
	src/experiment/json_schema_field.c \
	src/experiment/json_schema_kinds.c \
	src/experiment/json_schema_mapping.c \
	src/experiment/json_schema_parts.h \
	src/experiment/json_schema_published.c \
	src/experiment/json_schema_sweep.c \
	src/experiment/kind_names.c \
	src/experiment/namer.c \
	src/experiment/namer.h \
	src/experiment/parameter_read.c \
	src/experiment/parts.h \
	src/experiment/published.c \
	src/experiment/rows.c \
	src/experiment/rows.h \
	src/experiment/same_trials.c \
	src/experiment/same_trials.h \
	src/experiment/schema.c \
	src/experiment/space.c \
	src/experiment/space_check.c \
	src/experiment/space_names.c \
	src/experiment/space_read.c \
	src/experiment/sweep_keys.c \
	src/experiment/spelling.c \
	src/experiment/spelling.h \
	src/experiment/task_text.c \
	src/experiment/task_text.h \
	src/experiment/trial_config.c \
	src/experiment/variants.c

# results
libcodarun_a_SOURCES += \
	src/results/aggregate.c \
	src/results/aggregate.h \
	src/results/aggregate_columns.c \
	src/results/aggregate_columns.h \
	src/results/data_read.c \
	src/results/data_read.h \
	src/results/ending.c \
	src/results/ending.h \
	src/results/events.c \
	src/results/events.h \
	src/results/experiment.c \
	src/results/export.c \
	src/results/export.h \
	src/results/folder.c \
	src/results/folder.h \
	src/results/holder.c \
	src/results/holder.h \
	src/results/holder_watch.c \
	src/results/holder_watch.h \
	src/results/index.c \
	src/results/index.h \
	src/results/index_marks.c \
	src/results/journal.c \
	src/results/journal.h \
	src/results/journal_again.c \
	src/results/journal_line.c \
	src/results/journal_line.h \
	src/results/journal_pack.c \
	src/results/journal_pack.h \
	src/results/journal_reader.c \
	src/results/journal_reader.h \
	src/results/journal_reader_parts.h \
	src/results/kept_task.c \
	src/results/kept_task.h \
	src/results/lease.c \
	src/results/lease.h \
	src/results/lease_file.c \
	src/results/lease_parts.h \
	src/results/lease_replace.c \
	src/results/lease_take.c \
	src/results/other_data.c \
	src/results/other_data.h \
	src/results/presence.c \
	src/results/presence.h \
	src/results/record.c \
	src/results/record.h \
	src/results/results.c \
	src/results/results.h \
	src/results/results_each.c \
	src/results/results_parts.h \
	src/results/results_salvage.c \
	src/results/results_select.c \
	src/results/running_history.c \
	src/results/running_history.h \
	src/results/scribe.c \
	src/results/scribe.h \
	src/results/sight.c \
	src/results/sight.h \
	src/results/trained.c \
	src/results/trained.h \
	src/results/trial_columns.c \
	src/results/trial_columns.h \
	src/results/unfinished.c \
	src/results/unfinished.h

# format
libcodarun_a_SOURCES += \
	$(format_kinds) \
	src/format/csv.h \
	src/format/folds.c \
	src/format/folds.h \
	src/format/format.c \
	src/format/format.h \
	src/format/grid.c \
	src/format/grid.h

# report
libcodarun_a_SOURCES += \
	src/report/aggregates.c \
	src/report/aggregates.h \
	src/report/best_trial.c \
	src/report/best_trial.h \
	src/report/by_trait.c \
	src/report/by_trait.h \
	src/report/column_names.c \
	src/report/column_names.h \
	src/report/comparison.c \
	src/report/comparison.h \
	src/report/comparison_tests.c \
	src/report/contents.c \
	src/report/contents.h \
	src/report/csv.c \
	src/report/csv.h \
	src/report/field_cell.c \
	src/report/field_cell.h \
	src/report/folders.c \
	src/report/folders.h \
	src/report/group_columns.c \
	src/report/group_columns.h \
	src/report/group_numbers.c \
	src/report/group_numbers.h \
	src/report/group_pairs.c \
	src/report/group_pairs.h \
	src/report/groups.c \
	src/report/groups.h \
	src/report/groups_better.c \
	src/report/hypotheses.c \
	src/report/hypotheses.h \
	src/report/inside.c \
	src/report/inside.h \
	src/report/inside_write.c \
	src/report/measures.c \
	src/report/measures.h \
	src/report/name_list.c \
	src/report/name_list.h \
	src/report/pivot.c \
	src/report/pivot.h \
	src/report/pivot_axis.c \
	src/report/pivot_daggers.c \
	src/report/pivot_grid.c \
	src/report/pivot_parts.h \
	src/report/pivot_plan.c \
	src/report/pivot_published.c \
	src/report/prediction.c \
	src/report/prediction.h \
	src/report/published.c \
	src/report/rescore.c \
	src/report/rescore.h \
	src/report/row_order.c \
	src/report/row_order.h \
	src/report/selection.c \
	src/report/selection.h \
	src/report/significance.c \
	src/report/significance.h \
	src/report/significance_units.c \
	src/report/statistics.c \
	src/report/statistics.h \
	src/report/status.c \
	src/report/status.h \
	src/report/status_json.c \
	src/report/stored_answers.c \
	src/report/stored_answers.h \
	src/report/student.c \
	src/report/student.h \
	src/report/table.c \
	src/report/table.h \
	src/report/table_by_trait.c \
	src/report/table_differences.c \
	src/report/table_groups.c \
	src/report/table_notes.c \
	src/report/table_order.c \
	src/report/table_parts.h \
	src/report/table_rows.c \
	src/report/table_tests.c \
	src/report/table_trials.c \
	src/report/task_notes.c \
	src/report/task_notes.h \
	src/report/teller.c \
	src/report/teller.h \
	src/report/trait_values.c \
	src/report/trait_values.h

# history
libcodarun_a_SOURCES += \
	src/history/columns.c \
	src/history/csv.c \
	src/history/event_file.c \
	src/history/event_file.h \
	src/history/hdf5.c \
	src/history/history.c \
	src/history/history.h \
	src/history/json.c \
	src/history/metric_names.c \
	src/history/metric_names.h \
	src/history/points.c \
	src/history/points.h \
	src/history/run_folders.c \
	src/history/run_folders.h \
	src/history/swept.c \
	src/history/swept.h \
	src/history/tensorboard.c \
	src/history/text_output.c \
	src/history/text_output.h \
	src/history/writer.h

# plot
libcodarun_a_SOURCES += $(plot_kinds) \
	src/plot/draw.c \
	src/plot/draw.h \
	src/plot/fields.c \
	src/plot/fields.h \
	src/plot/fonts.c \
	src/plot/fonts.h \
	src/plot/forest.c \
	src/plot/forest.h \
	src/plot/forest_parts.h \
	src/plot/forest_tree.c \
	src/plot/gnuplot.c \
	src/plot/gnuplot.h \
	src/plot/heat.c \
	src/plot/heat.h \
	src/plot/heat_example.c \
	src/plot/legend.c \
	src/plot/marks.c \
	src/plot/marks.h \
	src/plot/page.c \
	src/plot/page.h \
	src/plot/page_parts.h \
	src/plot/page_script.c \
	src/plot/plot.c \
	src/plot/plot.h \
	src/plot/running.c \
	src/plot/running.h \
	src/plot/settings.c \
	src/plot/settings.h \
	src/plot/terminal.c \
	src/plot/terminal.h \
	src/plot/timeline.c \
	src/plot/timeline.h \
	src/plot/timeline_draw.c \
	src/plot/timeline_draw.h \
	src/plot/traits.c \
	src/plot/traits.h

# html
libcodarun_a_SOURCES += \
	src/html/attentions.c \
	src/html/chosen.c \
	src/html/configuration.c \
	src/html/curves.c \
	src/html/failures.c \
	src/html/histograms.c \
	src/html/kept.c \
	src/html/kept.h \
	src/html/parts.h \
	src/html/provenance.c \
	src/html/report.c \
	src/html/report.h \
	src/html/rungs.c \
	src/html/search.c \
	src/html/standing.c \
	src/html/summary.c \
	src/html/svg.c \
	src/html/tables.c

# The page's style and script, each line a text of C.
html_defs = src/html/style.def src/html/script.def
src/html/style.def: src/html/style.css
src/html/script.def: src/html/script.js
$(html_defs):
	$(AM_V_GEN)$(MKDIR_P) $(@D) && sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $< >$@
src/html/report.$(OBJEXT): $(html_defs)
BUILT_SOURCES += $(html_defs)
CLEANFILES += $(html_defs)
EXTRA_DIST += src/html/style.css src/html/script.js

# run
libcodarun_a_SOURCES += \
	src/run/books.c \
	src/run/books.h \
	src/run/books_lease.c \
	src/run/books_parts.h \
	src/run/checking.c \
	src/run/checking.h \
	src/run/conduct.c \
	src/run/coordinator.c \
	src/run/coordinator.h \
	src/run/coordinator_parts.h \
	src/run/crew.c \
	src/run/crew.h \
	src/run/downs.c \
	src/run/downs.h \
	src/run/drill.c \
	src/run/drill.h \
	src/run/drill_step.c \
	src/run/evaluations.c \
	src/run/evaluations.h \
	src/run/extend.c \
	src/run/extend.h \
	src/run/facts.c \
	src/run/fates.c \
	src/run/fates.h \
	src/run/hook.c \
	src/run/hook.h \
	src/run/inherit.c \
	src/run/inherit.h \
	src/run/job.c \
	src/run/job.h \
	src/run/list.c \
	src/run/list.h \
	src/run/look.c \
	src/run/look.h \
	src/run/members.c \
	src/run/message.h \
	src/run/outcome.c \
	src/run/outcome.h \
	src/run/outbox.c \
	src/run/progress.c \
	src/run/progress.h \
	src/run/proposer.c \
	src/run/proposer.h \
	src/run/prune.c \
	src/run/prune.h \
	src/run/prune_list.c \
	src/run/prune_list.h \
	src/run/ranks.c \
	src/run/ranks.h \
	src/run/recall.c \
	src/run/recall_data.c \
	src/run/reports.c \
	src/run/room.c \
	src/run/room.h \
	src/run/roster.c \
	src/run/roster.h \
	src/run/same_experiment.c \
	src/run/signals.c \
	src/run/signals.h \
	src/run/sweep.c \
	src/run/sweep.h \
	src/run/time_limit.c \
	src/run/time_limit.h \
	src/run/trial.c \
	src/run/trial.h \
	src/run/turns.c \
	src/run/turns.h \
	src/run/warnings.c \
	src/run/warnings.h \
	src/run/watch.c \
	src/run/watch.h \
	src/run/watch_parts.h \
	src/run/watch_sight.c \
	src/run/work.c \
	src/run/work.h \
	src/run/worker.c \
	src/run/worker.h

# simulate
libcodarun_a_SOURCES += \
	src/simulate/chronicle.c \
	src/simulate/chronicle.h \
	src/simulate/fleet.c \
	src/simulate/fleet.h \
	src/simulate/measured.c \
	src/simulate/measured.h \
	src/simulate/naming.c \
	src/simulate/naming.h \
	src/simulate/options.c \
	src/simulate/options.h \
	src/simulate/picture.c \
	src/simulate/picture.h \
	src/simulate/picture_svg.c \
	src/simulate/picture_text.c \
	src/simulate/played.c \
	src/simulate/played.h \
	src/simulate/prospects.c \
	src/simulate/prospects.h \
	src/simulate/simulate.c \
	src/simulate/simulate.h

bin_PROGRAMS += codarun
codarun_SOURCES = src/cmd/main.c $(subcommands) \
	src/cmd/bench.h \
	src/cmd/bench_attention.c \
	src/cmd/bench_decode.c \
	src/cmd/bench_dispatch.c \
	src/cmd/bench_examples.c \
	src/cmd/bench_examples.h \
	src/cmd/bench_kernels.c \
	src/cmd/bench_products.c \
	src/cmd/bench_proposals.c \
	src/cmd/bench_recurrent.c \
	src/cmd/bench_request.c \
	src/cmd/bench_scaling.c \
	src/cmd/bench_subject.c \
	src/cmd/bench_subject.h \
	src/cmd/bench_train.c \
	src/cmd/command.h \
	src/cmd/data.h \
	src/cmd/data_counts.c \
	src/cmd/data_counts.h \
	src/cmd/data_fetch.c \
	src/cmd/data_kinds.c \
	src/cmd/data_kinds.h \
	src/cmd/data_kinds_json.c \
	src/cmd/data_kinds_page.c \
	src/cmd/data_passages.c \
	src/cmd/data_predictions.c \
	src/cmd/data_schema.c \
	src/cmd/data_show.c \
	src/cmd/data_stats.c \
	src/cmd/data_subwords.c \
	src/cmd/data_task.c \
	src/cmd/data_task.h \
	src/cmd/doctor_findings.c \
	src/cmd/doctor_findings.h \
	src/cmd/doctor_rank.c \
	src/cmd/doctor_rank.h \
	src/cmd/doctor_report.c \
	src/cmd/doctor_report.h \
	src/cmd/ensemble_choice.c \
	src/cmd/ensemble_members.c \
	src/cmd/ensemble_table.c \
	src/cmd/ensemble_choice.h \
	src/cmd/ensemble_members.h \
	src/cmd/ensemble_table.h \
	src/cmd/launch.c \
	src/cmd/launch.h \
	src/cmd/manual_page.c \
	src/cmd/manual_page.h \
	src/cmd/named_trial.c \
	src/cmd/named_trial.h \
	src/cmd/offers.c \
	src/cmd/offers.h \
	src/cmd/option.c \
	src/cmd/option.h \
	src/cmd/output.c \
	src/cmd/output.h \
	src/cmd/passage_lines.c \
	src/cmd/passage_lines.h \
	src/cmd/place.c \
	src/cmd/place.h \
	src/cmd/predict_portion.c \
	src/cmd/predict_portion.h \
	src/cmd/report_follow.c \
	src/cmd/report_follow.h \
	src/cmd/results_folder.c \
	src/cmd/results_folder.h \
	src/cmd/selection_options.c \
	src/cmd/selection_options.h \
	src/cmd/simulate_options.c \
	src/cmd/simulate_options.h \
	src/cmd/status_watch.c \
	src/cmd/status_watch.h \
	src/cmd/sweep_command.c \
	src/cmd/sweep_command.h \
	src/cmd/train_again.c \
	src/cmd/train_again.h \
	src/cmd/vectors_options.c \
	src/cmd/vectors_options.h \
	src/cmd/vectors_text.c \
	src/cmd/vectors_text.h \
	src/cmd/verify.h \
	src/cmd/verify_files.c \
	src/cmd/verify_rerun.c \
	src/cmd/verify_row.c \
	src/cmd/verify_runs.c \
	src/cmd/wish.c \
	src/cmd/wish.h
codarun_libs = $(MPI_LIBS) $(BLAS_LIBS) $(HDF5_LIBS) $(FYAML_LIBS) \
	$(XXHASH_LIBS) $(UTF8PROC_LIBS) $(ZLIB_LIBS) $(LZMA_LIBS) \
	$(CURL_LIBS) $(ARCHIVE_LIBS) $(EXPAT_LIBS) $(HWLOC_LIBS) -lm
codarun_LDADD = libcodarun.a $(codarun_libs)
# The manual page has the tables of the command lines.
nodist_man_MANS = src/cmd/codarun.1
EXTRA_DIST += src/cmd/codarun.1.in
CLEANFILES += src/cmd/codarun.1 src/cmd/codarun.1.new

src/cmd/codarun.1: src/cmd/codarun.1.in codarun$(EXEEXT)
	$(AM_V_GEN)./codarun$(EXEEXT) help --manual \
	    <$(srcdir)/src/cmd/codarun.1.in >$@.new && mv $@.new $@
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = src/cmd/shell/codarun
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = src/cmd/shell/_codarun
