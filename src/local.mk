# What codarun is built from, folder by folder, in the order of src/layers.
#
# One line per kind: these lists are the registries.
attention_kinds = \
	src/engine/attention/kinds/softmax.c \
	src/engine/attention/kinds/coda.c \
	src/engine/attention/kinds/sparsemax.c \
	src/engine/attention/kinds/entmax.c \
	src/engine/attention/kinds/sigmoid.c \
	src/engine/attention/kinds/differential.c \
	src/engine/attention/kinds/linear.c

head_kinds = \
	src/engine/head/kinds/class.c \
	src/engine/head/kinds/decode.c \
	src/engine/head/kinds/rank.c \
	src/engine/head/kinds/span.c \
	src/engine/head/kinds/cloze.c

model_kinds = \
	src/engine/model/kinds/aligner.c \
	src/engine/model/kinds/as.c \
	src/engine/model/kinds/bidaf.c \
	src/engine/model/kinds/bow.c \
	src/engine/model/kinds/dcn.c \
	src/engine/model/kinds/decaprop.c \
	src/engine/model/kinds/decatt.c \
	src/engine/model/kinds/ga.c \
	src/engine/model/kinds/phasecond.c \
	src/engine/model/kinds/qanet.c \
	src/engine/model/kinds/transformer.c \
	src/engine/model/kinds/universal.c

ops = \
	src/engine/tape/ops/op_activation.c \
	src/engine/tape/ops/op_concat.c \
	src/engine/tape/ops/op_convolution.c \
	src/engine/tape/ops/op_cross_entropy.c \
	src/engine/tape/ops/op_depthwise.c \
	src/engine/tape/ops/op_dropout.c \
	src/engine/tape/ops/op_elementwise.c \
	src/engine/tape/ops/op_factorisation.c \
	src/engine/tape/ops/op_gate.c \
	src/engine/tape/ops/op_gru.c \
	src/engine/tape/ops/op_layer_norm.c \
	src/engine/tape/ops/op_linear.c \
	src/engine/tape/ops/op_linear_maxout.c \
	src/engine/tape/ops/op_lookup.c \
	src/engine/tape/ops/op_lstm.c \
	src/engine/tape/ops/op_lstm_cell.c \
	src/engine/tape/ops/op_maxout.c \
	src/engine/tape/ops/op_mul_row.c \
	src/engine/tape/ops/op_pair_bias.c \
	src/engine/tape/ops/op_pair_line.c \
	src/engine/tape/ops/op_pair_max.c \
	src/engine/tape/ops/op_pair_weights.c \
	src/engine/tape/ops/op_pairs.c \
	src/engine/tape/ops/op_positions.c \
	src/engine/tape/ops/op_repeat.c \
	src/engine/tape/ops/op_segment.c \
	src/engine/tape/ops/op_segment_linear.c \
	src/engine/tape/ops/op_segment_max.c \
	src/engine/tape/ops/op_segment_softmax.c \
	src/engine/tape/ops/op_tied_cross_entropy.c

optimizer_kinds = \
	src/engine/optimizer/kinds/adadelta.c \
	src/engine/optimizer/kinds/adam.c \
	src/engine/optimizer/kinds/adamax.c \
	src/engine/optimizer/kinds/sgd.c

plot_kinds = \
	src/report/plot/kinds/attention.c \
	src/report/plot/kinds/curves.c \
	src/report/plot/kinds/gantt.c \
	src/report/plot/kinds/history.c \
	src/report/plot/kinds/histograms.c \
	src/report/plot/kinds/importance.c \
	src/report/plot/kinds/length.c \
	src/report/plot/kinds/metric.c \
	src/report/plot/kinds/parallel.c \
	src/report/plot/kinds/ranks.c \
	src/report/plot/kinds/type.c

sampler_kinds = \
	src/sweep/sampler/kinds/gp.c \
	src/sweep/sampler/kinds/grid.c \
	src/sweep/sampler/kinds/random.c \
	src/sweep/sampler/kinds/sobol.c \
	src/sweep/sampler/kinds/tpe.c

scheduler_kinds = \
	src/sweep/scheduler/kinds/asha.c \
	src/sweep/scheduler/kinds/halving.c \
	src/sweep/scheduler/kinds/hyperband.c \
	src/sweep/scheduler/kinds/median.c \
	src/sweep/scheduler/kinds/none.c \
	src/sweep/scheduler/kinds/pbt.c

task_kinds = \
	src/tasks/cloze/cloze.c \
	src/tasks/arithmetic/mlu.c \
	src/tasks/translation/mt.c \
	src/tasks/labelled/nli.c \
	src/tasks/open/open.c \
	src/tasks/rank/rank.c \
	src/tasks/labelled/sentiment.c \
	src/tasks/span/span.c \
	src/tasks/programs/text2code.c

format_kinds = \
	src/report/format/kinds/text.c \
	src/report/format/kinds/markdown.c \
	src/report/format/kinds/csv.c \
	src/report/format/kinds/latex.c \
	src/report/format/kinds/html.c \
	src/report/format/kinds/json.c \
	src/report/format/kinds/hdf5.c

# Formats of rows: rows_NAME.c is the format NAME; the first is the default.
row_formats = \
	src/tasks/common/rows_tsv.c \
	src/tasks/common/rows_jsonl.c \
	src/tasks/common/rows_csv.c \
	src/tasks/common/rows_json.c

# Layouts of cloze tests: layout_NAME.c is the layout NAME.
cloze_layouts = \
	src/tasks/cloze/layout_cbt.c \
	src/tasks/cloze/layout_cnn.c \
	src/tasks/cloze/layout_wdw.c \
	src/tasks/cloze/layout_babi.c \
	src/tasks/cloze/layout_lambada.c

# In the order of `codarun --help`.
subcommands = \
	src/cmd/commands/run.c \
	src/cmd/commands/resume.c \
	src/cmd/commands/status.c \
	src/cmd/commands/list.c \
	src/cmd/commands/stop.c \
	src/cmd/commands/table.c \
	src/cmd/commands/report.c \
	src/cmd/commands/plot.c \
	src/cmd/commands/history.c \
	src/cmd/commands/inspect.c \
	src/cmd/commands/ensemble.c \
	src/cmd/commands/predict.c \
	src/cmd/commands/export.c \
	src/cmd/commands/verify.c \
	src/cmd/commands/prune.c \
	src/cmd/commands/data.c \
	src/cmd/commands/vectors.c \
	src/cmd/commands/doctor.c \
	src/bench/bench.c \
	src/cmd/commands/completion.c \
	src/cmd/commands/version.c

# Each registry as lines KIND(NAME), in the folder of the file that includes it.
kinds_defs = src/engine/attention/kinds.def src/engine/head/kinds.def \
	src/engine/model/kinds.def src/engine/optimizer/kinds.def \
	src/tasks/kinds.def src/tasks/common/row_formats.def \
	src/tasks/cloze/layouts.def \
	src/sweep/sampler/kinds.def src/sweep/scheduler/kinds.def \
	src/report/format/kinds.def src/report/plot/kinds.def \
	src/cmd/kinds.def
# A registry is written only if it has changed, so that a new line in this file
# recompiles only what includes that registry.
src/kinds.stamp: src/local.mk
	$(AM_V_GEN)list() { \
	  def=$$1; shift; $(MKDIR_P) `dirname $$def` && for f; do \
	    name=`basename $$f .c`; name=$${name#rows_}; \
	    echo "KIND($${name#layout_})"; \
	  done >$$def.new && \
	  if cmp -s $$def.new $$def; then rm -f $$def.new; \
	  else mv -f $$def.new $$def; fi; \
	} && \
	list src/engine/attention/kinds.def $(attention_kinds) && \
	list src/engine/head/kinds.def $(head_kinds) && \
	list src/engine/model/kinds.def $(model_kinds) && \
	list src/engine/optimizer/kinds.def $(optimizer_kinds) && \
	list src/tasks/kinds.def $(task_kinds) && \
	list src/tasks/common/row_formats.def $(row_formats) && \
	list src/tasks/cloze/layouts.def $(cloze_layouts) && \
	list src/sweep/sampler/kinds.def $(sampler_kinds) && \
	list src/sweep/scheduler/kinds.def $(scheduler_kinds) && \
	list src/report/format/kinds.def $(format_kinds) && \
	list src/report/plot/kinds.def $(plot_kinds) && \
	list src/cmd/kinds.def $(subcommands) && echo >$@
$(kinds_defs): src/kinds.stamp
	@test -f $@ || { rm -f src/kinds.stamp; $(MAKE) src/kinds.stamp; }
BUILT_SOURCES += $(kinds_defs)
CLEANFILES += $(kinds_defs) src/kinds.stamp

src/engine/attention/attention.$(OBJEXT) src/engine/head/head.$(OBJEXT) \
	src/engine/model/model.$(OBJEXT) src/engine/optimizer/optimizer.$(OBJEXT) \
	src/tasks/common/kinds.$(OBJEXT) src/tasks/common/rows.$(OBJEXT) \
	src/tasks/cloze/layouts.$(OBJEXT) \
	src/sweep/sampler/sampler.$(OBJEXT) \
	src/sweep/scheduler/scheduler.$(OBJEXT) \
	src/report/format/format.$(OBJEXT) src/report/plot/plot.$(OBJEXT) \
	src/cmd/main.$(OBJEXT): $(kinds_defs)
# The registries exist before the first object is compiled.
$(libcodarun_a_OBJECTS) $(codarun_OBJECTS): | $(kinds_defs)

# The commit that is built: each make asks git, and writes the file only if the
# commit has changed.  A tarball has no git; its file COMMIT has the commit.
git_commit = { test -e $(top_srcdir)/.git && git -C $(top_srcdir) \
	-c safe.directory='*' describe --always --dirty --abbrev=40 \
	--exclude='*' || cat $(top_srcdir)/COMMIT || echo unknown; } 2>/dev/null
src/base/core/commit.def: force
	@$(MKDIR_P) $(@D); commit="#define GIT_COMMIT \"`$(git_commit)`\""; \
	test "$$commit" = "`cat $@ 2>/dev/null`" || echo "$$commit" >$@
force:
.PHONY: force
dist-hook: record-commit
record-commit:
	$(AM_V_GEN)rm -f $(distdir)/COMMIT; $(git_commit) >$(distdir)/COMMIT
.PHONY: record-commit
src/base/core/version.$(OBJEXT): src/base/core/commit.def
BUILT_SOURCES += src/base/core/commit.def
CLEANFILES += src/base/core/commit.def

noinst_LIBRARIES += libcodarun.a
libcodarun_a_SOURCES =

# base/core
libcodarun_a_SOURCES += \
	src/base/core/arena.c \
	src/base/core/arena.h \
	src/base/core/clock.c \
	src/base/core/clock.h \
	src/base/core/die.c \
	src/base/core/die.h \
	src/base/core/error.c \
	src/base/core/error.h \
	src/base/core/escape.c \
	src/base/core/escape.h \
	src/base/core/interrupt.c \
	src/base/core/interrupt.h \
	src/base/core/log.c \
	src/base/core/log.h \
	src/base/core/memory.c \
	src/base/core/memory.h \
	src/base/core/read.c \
	src/base/core/read.h \
	src/base/core/show.c \
	src/base/core/show.h \
	src/base/core/str.c \
	src/base/core/str.h \
	src/base/core/utf8.c \
	src/base/core/utf8.h \
	src/base/core/version.c \
	src/base/core/version.h

# base/numbers
libcodarun_a_SOURCES += \
	src/base/numbers/digest.c \
	src/base/numbers/digest.h \
	src/base/numbers/digest_index.c \
	src/base/numbers/digest_index.h \
	src/base/numbers/digest_map.c \
	src/base/numbers/digest_map.h \
	src/base/numbers/heap.c \
	src/base/numbers/heap.h \
	src/base/numbers/math_functions.c \
	src/base/numbers/math_functions.h \
	src/base/numbers/random.c \
	src/base/numbers/random.h

# base/system
libcodarun_a_SOURCES += \
	src/base/system/control_group.c \
	src/base/system/control_group.h \
	src/base/system/launcher.c \
	src/base/system/launcher.h \
	src/base/system/machine.c \
	src/base/system/machine.h \
	src/base/system/memory_budget.c \
	src/base/system/memory_budget.h \
	src/base/system/memory_limit.c \
	src/base/system/memory_limit.h \
	src/base/system/process.c \
	src/base/system/process.h \
	src/base/system/processor_limit.c \
	src/base/system/processor_limit.h \
	src/base/system/processors.c \
	src/base/system/processors.h \
	src/base/system/slurm_grant.c \
	src/base/system/slurm_grant.h \
	src/base/system/subprocess.c \
	src/base/system/subprocess.h \
	src/base/system/system_file.c \
	src/base/system/system_file.h \
	src/base/system/thread_binding.c \
	src/base/system/thread_binding.h \
	src/base/system/thread_pool.c \
	src/base/system/thread_pool.h

# base/files
libcodarun_a_SOURCES += \
	src/base/files/cache.c \
	src/base/files/cache.h \
	src/base/files/file.c \
	src/base/files/file.h \
	src/base/files/file_info.c \
	src/base/files/file_open.c \
	src/base/files/file_stat.c \
	src/base/files/file_stat.h \
	src/base/files/file_write.c \
	src/base/files/folder.c \
	src/base/files/folder_entries.c \
	src/base/files/folder_entries.h \
	src/base/files/folder_nearest.c \
	src/base/files/folder_nearest.h \
	src/base/files/image.c \
	src/base/files/image.h \
	src/base/files/io_watchdog.c \
	src/base/files/io_watchdog.h \
	src/base/files/mapping.c \
	src/base/files/mapping.h \
	src/base/files/path.c \
	src/base/files/path.h \
	src/base/files/temporary.c \
	src/base/files/temporary.h

# config/field
libcodarun_a_SOURCES += \
	src/config/field/field.c \
	src/config/field/field.h \
	src/config/field/field_help.c \
	src/config/field/field_lines.c \
	src/config/field/field_lines.h \
	src/config/field/field_text.c \
	src/config/field/nearest.c \
	src/config/field/nearest_file.c \
	src/config/field/short_names.c \
	src/config/field/short_names.h

# config/yaml
libcodarun_a_SOURCES += \
	src/config/yaml/bind.c \
	src/config/yaml/bind.h \
	src/config/yaml/bind_unknown.c \
	src/config/yaml/bind_value.c \
	src/config/yaml/document.c \
	src/config/yaml/document.h \
	src/config/yaml/document_internal.h \
	src/config/yaml/entry.c \
	src/config/yaml/entry_type.h \
	src/config/yaml/keys.c \
	src/config/yaml/node.c \
	src/config/yaml/node.h \
	src/config/yaml/parse.c \
	src/config/yaml/set.c \
	src/config/yaml/yaml_fault.c \
	src/config/yaml/yaml_fault.h

# config/command_line
libcodarun_a_SOURCES += \
	src/config/command_line/command.h \
	src/config/command_line/help.c \
	src/config/command_line/manual.c \
	src/config/command_line/option.c \
	src/config/command_line/option.h \
	src/config/command_line/parse.c \
	src/config/command_line/value.c \
	src/config/command_line/value.h

# text/files
libcodarun_a_SOURCES += \
	src/text/files/decompress.c \
	src/text/files/decompress.h \
	src/text/files/decompress_archive.c \
	src/text/files/decompress_gzip.c \
	src/text/files/decompress_internal.h \
	src/text/files/decompress_xz.c \
	src/text/files/file_set.c \
	src/text/files/file_set.h \
	src/text/files/folder_files.c \
	src/text/files/folder_files.h \
	src/text/files/lines.c \
	src/text/files/lines.h \
	src/text/files/members.c \
	src/text/files/members.h \
	src/text/files/pack.c \
	src/text/files/pack.h \
	src/text/files/unpack.c \
	src/text/files/unpack.h

# text/formats
libcodarun_a_SOURCES += \
	src/text/formats/csv_record.c \
	src/text/formats/csv_record.h \
	src/text/formats/deflate.c \
	src/text/formats/deflate.h \
	src/text/formats/html_write.c \
	src/text/formats/html_write.h \
	src/text/formats/json.c \
	src/text/formats/json.h \
	src/text/formats/json_indent.c \
	src/text/formats/json_internal.h \
	src/text/formats/json_object.c \
	src/text/formats/json_source.c \
	src/text/formats/json_write.c \
	src/text/formats/json_write.h

# text/language
libcodarun_a_SOURCES += \
	src/text/language/bm25.c \
	src/text/language/bm25.h \
	src/text/language/english_exceptions.c \
	src/text/language/english_exceptions.h \
	src/text/language/pair_index.c \
	src/text/language/pair_index.h \
	src/text/language/python.c \
	src/text/language/python.h \
	src/text/language/subwords.c \
	src/text/language/subwords.h \
	src/text/language/subwords_file.c \
	src/text/language/subwords_learn.c \
	src/text/language/subwords_learn.h \
	src/text/language/text_normal.c \
	src/text/language/text_normal.h \
	src/text/language/text_width.c \
	src/text/language/text_width.h \
	src/text/language/token_list.h \
	src/text/language/tokens.c \
	src/text/language/tokens.h \
	src/text/language/tokens_english.c \
	src/text/language/tokens_english.h \
	src/text/language/trees.c \
	src/text/language/trees.h \
	src/text/language/vector_rows.c \
	src/text/language/vector_rows.h \
	src/text/language/vectors.c \
	src/text/language/vectors.h \
	src/text/language/vocabulary.c \
	src/text/language/vocabulary.h

# engine/kernel
libcodarun_a_SOURCES += \
	src/engine/kernel/cholesky.c \
	src/engine/kernel/cholesky.h \
	src/engine/kernel/columns.c \
	src/engine/kernel/columns.h \
	src/engine/kernel/depthwise.c \
	src/engine/kernel/depthwise.h \
	src/engine/kernel/exp.h \
	src/engine/kernel/float_order.h \
	src/engine/kernel/gates.c \
	src/engine/kernel/gates.h \
	src/engine/kernel/gemm.c \
	src/engine/kernel/gemm.h \
	src/engine/kernel/gemm_internal.h \
	src/engine/kernel/gemm_product.c \
	src/engine/kernel/gemm_room.c \
	src/engine/kernel/gemm_tile.c \
	src/engine/kernel/gemm_tile.h \
	src/engine/kernel/kernel.c \
	src/engine/kernel/kernel.h \
	src/engine/kernel/l1.c \
	src/engine/kernel/l1.h \
	src/engine/kernel/l1_backward.c \
	src/engine/kernel/layer_norm.c \
	src/engine/kernel/layer_norm.h \
	src/engine/kernel/level.c \
	src/engine/kernel/levels.h \
	src/engine/kernel/numerics.h \
	src/engine/kernel/pair_mask.h \
	src/engine/kernel/selected_rows.c \
	src/engine/kernel/selected_rows.h \
	src/engine/kernel/simd.h \
	src/engine/kernel/simd_avx2.h \
	src/engine/kernel/simd_avx512.h \
	src/engine/kernel/simd_neon.h \
	src/engine/kernel/simd_plain.h \
	src/engine/kernel/simd_x86.h \
	src/engine/kernel/sums.h \
	src/engine/kernel/team.c \
	src/engine/kernel/team.h \
	src/engine/kernel/team_vector.c \
	src/engine/kernel/team_vector.h \
	src/engine/kernel/vector.c \
	src/engine/kernel/vector.h \
	src/engine/kernel/vector_math.c

# engine/comm
libcodarun_a_SOURCES += \
	src/engine/comm/block.c \
	src/engine/comm/build_check.c \
	src/engine/comm/build_check.h \
	src/engine/comm/comm.h \
	src/engine/comm/cores.c \
	src/engine/comm/group.c \
	src/engine/comm/heartbeat.c \
	src/engine/comm/heartbeat.h \
	src/engine/comm/local_ranks.c \
	src/engine/comm/local_ranks.h \
	src/engine/comm/mailbox.c \
	src/engine/comm/rank_failures.c \
	src/engine/comm/start.c \
	src/engine/comm/start_timeout.c \
	src/engine/comm/start_timeout.h \
	src/engine/comm/tag_pool.c \
	src/engine/comm/tag_pool.h \
	src/engine/comm/wire.h

# engine/data
libcodarun_a_SOURCES += \
	src/engine/data/batch.c \
	src/engine/data/batch.h \
	src/engine/data/columns.c \
	src/engine/data/columns.h \
	src/engine/data/distinct.c \
	src/engine/data/distinct.h \
	src/engine/data/examples.c \
	src/engine/data/examples.h \
	src/engine/data/features.c \
	src/engine/data/features.h \
	src/engine/data/loader.c \
	src/engine/data/loader.h \
	src/engine/data/segments.c \
	src/engine/data/segments.h \
	src/engine/data/sentences.c \
	src/engine/data/sentences.h \
	src/engine/data/steps.c \
	src/engine/data/steps.h \
	src/engine/data/tree.c \
	src/engine/data/tree.h \
	src/engine/data/units.c \
	src/engine/data/units.h \
	src/engine/data/words.c \
	src/engine/data/words.h

# engine/tape
libcodarun_a_SOURCES += \
	src/engine/tape/bias.h \
	src/engine/tape/linear.h \
	src/engine/tape/ops.h \
	src/engine/tape/pairs.c \
	src/engine/tape/pairs.h \
	src/engine/tape/param_tables.c \
	src/engine/tape/param_tables.h \
	src/engine/tape/recurrence.c \
	src/engine/tape/recurrence.h \
	src/engine/tape/smoothing.h \
	src/engine/tape/tape.c \
	src/engine/tape/tape.h

# engine/tape/ops
libcodarun_a_SOURCES += $(ops)

# engine/head
libcodarun_a_SOURCES += \
	src/engine/head/ensemble.c \
	src/engine/head/ensemble.h \
	src/engine/head/head.c \
	src/engine/head/head.h

# engine/head/kinds
libcodarun_a_SOURCES += $(head_kinds) \
	src/engine/head/kinds/class.h \
	src/engine/head/kinds/cloze.h \
	src/engine/head/kinds/decode.h \
	src/engine/head/kinds/rank.h \
	src/engine/head/kinds/span.h

# engine/layer
libcodarun_a_SOURCES += \
	src/engine/layer/characters.c \
	src/engine/layer/characters.h \
	src/engine/layer/convolution.c \
	src/engine/layer/convolution.h \
	src/engine/layer/embedding.c \
	src/engine/layer/embedding.h \
	src/engine/layer/factorisation.c \
	src/engine/layer/factorisation.h \
	src/engine/layer/features.c \
	src/engine/layer/features.h \
	src/engine/layer/fusion.c \
	src/engine/layer/fusion.h \
	src/engine/layer/highway.c \
	src/engine/layer/highway.h \
	src/engine/layer/layers.c \
	src/engine/layer/layers.h \
	src/engine/layer/maxout.c \
	src/engine/layer/maxout.h \
	src/engine/layer/params.c \
	src/engine/layer/params.h \
	src/engine/layer/recurrent.c \
	src/engine/layer/recurrent.h

# engine/attention
libcodarun_a_SOURCES += \
	src/engine/attention/attention.c \
	src/engine/attention/attention.h \
	src/engine/attention/attention_maps.c \
	src/engine/attention/attention_maps.h \
	src/engine/attention/calibration.c \
	src/engine/attention/calibration.h \
	src/engine/attention/coda_fused.c \
	src/engine/attention/coda_internal.h \
	src/engine/attention/coda_start.c \
	src/engine/attention/elementwise.c \
	src/engine/attention/elementwise.h \
	src/engine/attention/fused.c \
	src/engine/attention/fused.h \
	src/engine/attention/fused_block.c \
	src/engine/attention/fused_internal.h \
	src/engine/attention/fused_strips.c \
	src/engine/attention/observer.c \
	src/engine/attention/observer.h \
	src/engine/attention/part_stats.c \
	src/engine/attention/part_stats.h \
	src/engine/attention/site.c \
	src/engine/attention/site.h \
	src/engine/attention/sorted.c \
	src/engine/attention/sorted.h

# engine/attention/kinds
libcodarun_a_SOURCES += $(attention_kinds)

# engine/model
libcodarun_a_SOURCES += \
	src/engine/model/alignment.c \
	src/engine/model/alignment.h \
	src/engine/model/beam.c \
	src/engine/model/beam.h \
	src/engine/model/candidates.c \
	src/engine/model/candidates.h \
	src/engine/model/coattention.c \
	src/engine/model/coattention.h \
	src/engine/model/connector.c \
	src/engine/model/connector.h \
	src/engine/model/decaprop.h \
	src/engine/model/decaprop_build.c \
	src/engine/model/distance_features.c \
	src/engine/model/distance_features.h \
	src/engine/model/encoder_block.c \
	src/engine/model/encoder_block.h \
	src/engine/model/flow.c \
	src/engine/model/flow.h \
	src/engine/model/gated.c \
	src/engine/model/gated.h \
	src/engine/model/input_layer.c \
	src/engine/model/input_layer.h \
	src/engine/model/model.c \
	src/engine/model/model.h \
	src/engine/model/model_bytes.c \
	src/engine/model/multihead.c \
	src/engine/model/multihead.h \
	src/engine/model/pointer.c \
	src/engine/model/pointer.h \
	src/engine/model/pointing.c \
	src/engine/model/pointing.h \
	src/engine/model/sites.c \
	src/engine/model/sites.h \
	src/engine/model/token_products.c \
	src/engine/model/token_products.h \
	src/engine/model/transformer.h \
	src/engine/model/transformer_build.c \
	src/engine/model/transformer_generate.c \
	src/engine/model/transformer_recurrence.c \
	src/engine/model/transformer_stack.c

# engine/model/kinds
libcodarun_a_SOURCES += $(model_kinds)

# engine/optimizer
libcodarun_a_SOURCES += \
	src/engine/optimizer/optimizer.c \
	src/engine/optimizer/optimizer.h

# engine/optimizer/kinds
libcodarun_a_SOURCES += $(optimizer_kinds)

# engine/metric
libcodarun_a_SOURCES += \
	src/engine/metric/bleu.c \
	src/engine/metric/bleu.h \
	src/engine/metric/chrf.c \
	src/engine/metric/chrf.h \
	src/engine/metric/formula.c \
	src/engine/metric/formula.h \
	src/engine/metric/ngrams.c \
	src/engine/metric/ngrams.h

# engine/task
libcodarun_a_SOURCES += \
	src/engine/task/data_path.c \
	src/engine/task/data_path.h \
	src/engine/task/predictions.c \
	src/engine/task/predictions.h \
	src/engine/task/task.c \
	src/engine/task/task.h \
	src/engine/task/task_cache.c \
	src/engine/task/task_cache.h \
	src/engine/task/task_check.c \
	src/engine/task/task_memory.c \
	src/engine/task/task_share.c \
	src/engine/task/task_warnings.c

# engine/store
libcodarun_a_SOURCES += \
	src/engine/store/answers_table.c \
	src/engine/store/answers_table.h \
	src/engine/store/arrays_file.c \
	src/engine/store/arrays_file.h \
	src/engine/store/checked_file.c \
	src/engine/store/checked_file.h \
	src/engine/store/hdf5.c \
	src/engine/store/hdf5.h \
	src/engine/store/hdf5_items.c \
	src/engine/store/hdf5_list.c \
	src/engine/store/hdf5_own.c \
	src/engine/store/hdf5_pieces.c \
	src/engine/store/hdf5_scale.c \
	src/engine/store/history_table.c \
	src/engine/store/history_table.h \
	src/engine/store/npz.c \
	src/engine/store/result.c \
	src/engine/store/result.h \
	src/engine/store/result_equal.c \
	src/engine/store/result_file.c \
	src/engine/store/result_summary.c \
	src/engine/store/result_summary.h \
	src/engine/store/schema.c \
	src/engine/store/schema.h \
	src/engine/store/schema_history.def \
	src/engine/store/schema_rows.h \
	src/engine/store/state.c \
	src/engine/store/state.h \
	src/engine/store/sweep_file.c \
	src/engine/store/sweep_file.h \
	src/engine/store/table_data.c \
	src/engine/store/table_data.h \
	src/engine/store/table_stream.c \
	src/engine/store/table_stream.h \
	src/engine/store/units_table.c \
	src/engine/store/units_table.h

# engine/train
libcodarun_a_SOURCES += \
	src/engine/train/average.c \
	src/engine/train/average.h \
	src/engine/train/budget.c \
	src/engine/train/budget.h \
	src/engine/train/calibrate.c \
	src/engine/train/calibrate.h \
	src/engine/train/checkpoint.c \
	src/engine/train/checkpoint.h \
	src/engine/train/config.c \
	src/engine/train/engine.c \
	src/engine/train/engine.h \
	src/engine/train/engine_step.c \
	src/engine/train/engine_step.h \
	src/engine/train/engine_sums.c \
	src/engine/train/engine_sums.h \
	src/engine/train/engine_update.c \
	src/engine/train/engine_update.h \
	src/engine/train/evaluate.c \
	src/engine/train/evaluate.h \
	src/engine/train/gradient.c \
	src/engine/train/gradient.h \
	src/engine/train/loop.c \
	src/engine/train/memory.c \
	src/engine/train/nonzero.c \
	src/engine/train/nonzero.h \
	src/engine/train/packed_rows.c \
	src/engine/train/packed_rows.h \
	src/engine/train/parent_runs.c \
	src/engine/train/parent_runs.h \
	src/engine/train/predictor.c \
	src/engine/train/predictor.h \
	src/engine/train/run_estimate.c \
	src/engine/train/run_estimate.h \
	src/engine/train/schedule.c \
	src/engine/train/schedule.h \
	src/engine/train/state_metadata.c \
	src/engine/train/state_metadata.h \
	src/engine/train/stepper.c \
	src/engine/train/stepper.h \
	src/engine/train/train.h \
	src/engine/train/training_run.c \
	src/engine/train/training_run.h \
	src/engine/train/validate.c \
	src/engine/train/validate.h

# engine/word_vectors
libcodarun_a_SOURCES += \
	src/engine/word_vectors/blocks.c \
	src/engine/word_vectors/blocks.h \
	src/engine/word_vectors/bucket_pairs.c \
	src/engine/word_vectors/bucket_pairs.h \
	src/engine/word_vectors/checkpoint.c \
	src/engine/word_vectors/checkpoint.h \
	src/engine/word_vectors/cooccurrences.c \
	src/engine/word_vectors/cooccurrences.h \
	src/engine/word_vectors/glove.c \
	src/engine/word_vectors/glove.h \
	src/engine/word_vectors/glove_step.c \
	src/engine/word_vectors/glove_step.h \
	src/engine/word_vectors/jobs.c \
	src/engine/word_vectors/jobs.h \
	src/engine/word_vectors/learn.c \
	src/engine/word_vectors/learn.h \
	src/engine/word_vectors/negatives.c \
	src/engine/word_vectors/negatives.h \
	src/engine/word_vectors/neighbours.c \
	src/engine/word_vectors/neighbours.h \
	src/engine/word_vectors/partition.c \
	src/engine/word_vectors/partition.h \
	src/engine/word_vectors/running_text.c \
	src/engine/word_vectors/running_text.h \
	src/engine/word_vectors/settings.c \
	src/engine/word_vectors/settings.h \
	src/engine/word_vectors/skipgram.c \
	src/engine/word_vectors/skipgram.h \
	src/engine/word_vectors/skipgram_step.c \
	src/engine/word_vectors/skipgram_step.h \
	src/engine/word_vectors/tables.c \
	src/engine/word_vectors/tables.h \
	src/engine/word_vectors/vectors_file.c \
	src/engine/word_vectors/vectors_file.h

# tasks
libcodarun_a_SOURCES += $(task_kinds) $(row_formats) $(cloze_layouts)

# tasks/common
libcodarun_a_SOURCES += \
	src/tasks/common/corpus.c \
	src/tasks/common/corpus.h \
	src/tasks/common/corpus_fresh.c \
	src/tasks/common/corpus_restore.c \
	src/tasks/common/corpus_subwords.c \
	src/tasks/common/corpus_words.c \
	src/tasks/common/fresh.c \
	src/tasks/common/fresh.h \
	src/tasks/common/kinds.c \
	src/tasks/common/long_word.c \
	src/tasks/common/long_word.h \
	src/tasks/common/rows.c \
	src/tasks/common/rows.h \
	src/tasks/common/rows_columns.c \
	src/tasks/common/rows_internal.h \
	src/tasks/common/rows_trees.c \
	src/tasks/common/rows_wide.c \
	src/tasks/common/split_ids.c \
	src/tasks/common/split_ids.h

# tasks/labelled
libcodarun_a_SOURCES += \
	src/tasks/labelled/classes.c \
	src/tasks/labelled/classes.h

# tasks/rank
libcodarun_a_SOURCES += \
	src/tasks/rank/questions.c \
	src/tasks/rank/questions.h \
	src/tasks/rank/rank.h \
	src/tasks/rank/rank_load.c \
	src/tasks/rank/ranking.c \
	src/tasks/rank/ranking.h

# tasks/span
libcodarun_a_SOURCES += \
	src/tasks/span/porter.c \
	src/tasks/span/porter.h \
	src/tasks/span/question_type.c \
	src/tasks/span/question_type.h \
	src/tasks/span/s_stem.c \
	src/tasks/span/s_stem.h \
	src/tasks/span/span.h \
	src/tasks/span/span_config.h \
	src/tasks/span/span_example.c \
	src/tasks/span/span_example.h \
	src/tasks/span/span_feature_names.c \
	src/tasks/span/span_features.c \
	src/tasks/span/span_features.h \
	src/tasks/span/span_fresh.c \
	src/tasks/span/span_read.c \
	src/tasks/span/span_traits.c \
	src/tasks/span/squad.c \
	src/tasks/span/squad.h \
	src/tasks/span/squad_score.c \
	src/tasks/span/squad_score.h \
	src/tasks/span/tags.c \
	src/tasks/span/tags.h

# tasks/cloze
libcodarun_a_SOURCES += \
	src/tasks/cloze/cloze.h \
	src/tasks/cloze/cloze_candidates.c \
	src/tasks/cloze/cloze_example.c \
	src/tasks/cloze/cloze_example.h \
	src/tasks/cloze/cloze_fresh.c \
	src/tasks/cloze/cloze_load.c \
	src/tasks/cloze/cloze_traits.c \
	src/tasks/cloze/layouts.c \
	src/tasks/cloze/layouts.h \
	src/tasks/cloze/layouts_internal.h \
	src/tasks/cloze/xml_tag.c \
	src/tasks/cloze/xml_tag.h

# tasks/open
libcodarun_a_SOURCES += \
	src/tasks/open/name_spans.c \
	src/tasks/open/name_spans.h \
	src/tasks/open/occurrences.c \
	src/tasks/open/occurrences.h \
	src/tasks/open/open.h \
	src/tasks/open/open_example.c \
	src/tasks/open/open_example.h \
	src/tasks/open/open_files.c \
	src/tasks/open/open_files.h \
	src/tasks/open/open_fresh.c \
	src/tasks/open/open_load.c \
	src/tasks/open/open_quasar.c \
	src/tasks/open/open_searchqa.c \
	src/tasks/open/open_traits.c \
	src/tasks/open/passages.c \
	src/tasks/open/passages.h

# tasks/translation
libcodarun_a_SOURCES += \
	src/tasks/translation/mt.h \
	src/tasks/translation/mt_load.c \
	src/tasks/translation/parallel.c \
	src/tasks/translation/parallel.h

# tasks/arithmetic
libcodarun_a_SOURCES += \
	src/tasks/arithmetic/arithmetic.c \
	src/tasks/arithmetic/arithmetic.h \
	src/tasks/arithmetic/mlu_lines.c \
	src/tasks/arithmetic/mlu_lines.h

# tasks/lisp
libcodarun_a_SOURCES += \
	src/tasks/lisp/lisp.c \
	src/tasks/lisp/lisp.h \
	src/tasks/lisp/lisp_arrays.c \
	src/tasks/lisp/lisp_check.c \
	src/tasks/lisp/lisp_internal.h \
	src/tasks/lisp/lisp_numbers.c \
	src/tasks/lisp/lisp_parse.c \
	src/tasks/lisp/lisp_strings.c \
	src/tasks/lisp/lisp_types.c \
	src/tasks/lisp/lisp_types.h \
	src/tasks/lisp/lisp_units.c

# tasks/programs
libcodarun_a_SOURCES += \
	src/tasks/programs/problem.c \
	src/tasks/programs/problem.h \
	src/tasks/programs/problem_internal.h \
	src/tasks/programs/problem_made.c \
	src/tasks/programs/problem_made.h \
	src/tasks/programs/problem_read.c \
	src/tasks/programs/problem_tests.c \
	src/tasks/programs/text2code.h \
	src/tasks/programs/text2code_load.c

# sweep/sampler
libcodarun_a_SOURCES += \
	src/sweep/sampler/assignments.c \
	src/sweep/sampler/assignments.h \
	src/sweep/sampler/distribution.c \
	src/sweep/sampler/duplicates.c \
	src/sweep/sampler/gaussian.c \
	src/sweep/sampler/gaussian.h \
	src/sweep/sampler/hash_set.c \
	src/sweep/sampler/hash_set.h \
	src/sweep/sampler/matern.c \
	src/sweep/sampler/matern.h \
	src/sweep/sampler/mixture.c \
	src/sweep/sampler/mixture.h \
	src/sweep/sampler/rule.c \
	src/sweep/sampler/rule.h \
	src/sweep/sampler/sampler.c \
	src/sweep/sampler/sampler.h \
	src/sweep/sampler/sampler_internal.h \
	src/sweep/sampler/sobol_directions.h \
	src/sweep/sampler/space.c \
	src/sweep/sampler/space.h

# sweep/sampler/kinds
libcodarun_a_SOURCES += $(sampler_kinds)

# sweep/scheduler
libcodarun_a_SOURCES += \
	src/sweep/scheduler/bracket.c \
	src/sweep/scheduler/bracket.h \
	src/sweep/scheduler/ranking.c \
	src/sweep/scheduler/ranking.h \
	src/sweep/scheduler/scheduler.c \
	src/sweep/scheduler/scheduler.h

# sweep/scheduler/kinds
libcodarun_a_SOURCES += $(scheduler_kinds)

# sweep/study
libcodarun_a_SOURCES += \
	src/sweep/study/conduct.h \
	src/sweep/study/phase.c \
	src/sweep/study/policy.c \
	src/sweep/study/proposals.c \
	src/sweep/study/queue.c \
	src/sweep/study/queue.h \
	src/sweep/study/rungs.c \
	src/sweep/study/study.c \
	src/sweep/study/study.h \
	src/sweep/study/study_internal.h \
	src/sweep/study/suspects.c

# sweep/experiment
libcodarun_a_SOURCES += \
	src/sweep/experiment/canonical.c \
	src/sweep/experiment/condition_read.c \
	src/sweep/experiment/experiment.c \
	src/sweep/experiment/experiment.h \
	src/sweep/experiment/experiment_internal.h \
	src/sweep/experiment/kind_names.c \
	src/sweep/experiment/namer.c \
	src/sweep/experiment/namer.h \
	src/sweep/experiment/parameter_read.c \
	src/sweep/experiment/proposal_cache.c \
	src/sweep/experiment/proposal_cache.h \
	src/sweep/experiment/proposed.c \
	src/sweep/experiment/proposed.h \
	src/sweep/experiment/published.c \
	src/sweep/experiment/rows.c \
	src/sweep/experiment/rows.h \
	src/sweep/experiment/same_trials.c \
	src/sweep/experiment/same_trials.h \
	src/sweep/experiment/schema.c \
	src/sweep/experiment/space.c \
	src/sweep/experiment/space_check.c \
	src/sweep/experiment/space_names.c \
	src/sweep/experiment/space_read.c \
	src/sweep/experiment/spelling.c \
	src/sweep/experiment/spelling.h \
	src/sweep/experiment/sweep_keys.c \
	src/sweep/experiment/task_text.c \
	src/sweep/experiment/task_text.h \
	src/sweep/experiment/trial_config.c \
	src/sweep/experiment/variants.c

# sweep/json_schema
libcodarun_a_SOURCES += \
	src/sweep/json_schema/json_schema.c \
	src/sweep/json_schema/json_schema.h \
	src/sweep/json_schema/json_schema_dotted.c \
	src/sweep/json_schema/json_schema_field.c \
	src/sweep/json_schema/json_schema_internal.h \
	src/sweep/json_schema/json_schema_kinds.c \
	src/sweep/json_schema/json_schema_mapping.c \
	src/sweep/json_schema/json_schema_published.c \
	src/sweep/json_schema/json_schema_sweep.c

# sweep/folder
libcodarun_a_SOURCES += \
	src/sweep/folder/folder.c \
	src/sweep/folder/folder.h \
	src/sweep/folder/holder.c \
	src/sweep/folder/holder.h \
	src/sweep/folder/holder_watch.c \
	src/sweep/folder/holder_watch.h \
	src/sweep/folder/lease.c \
	src/sweep/folder/lease.h \
	src/sweep/folder/lease_file.c \
	src/sweep/folder/lease_internal.h \
	src/sweep/folder/lease_replace.c \
	src/sweep/folder/lease_take.c \
	src/sweep/folder/sweep_status.c \
	src/sweep/folder/sweep_status.h

# sweep/ledger
libcodarun_a_SOURCES += \
	src/sweep/ledger/compare.c \
	src/sweep/ledger/ending.c \
	src/sweep/ledger/ending.h \
	src/sweep/ledger/index.c \
	src/sweep/ledger/index.h \
	src/sweep/ledger/index_marks.c \
	src/sweep/ledger/journal.c \
	src/sweep/ledger/journal.h \
	src/sweep/ledger/journal_again.c \
	src/sweep/ledger/journal_entry.h \
	src/sweep/ledger/journal_line.c \
	src/sweep/ledger/journal_line.h \
	src/sweep/ledger/journal_pack.c \
	src/sweep/ledger/journal_pack.h \
	src/sweep/ledger/journal_reader.c \
	src/sweep/ledger/journal_reader.h \
	src/sweep/ledger/journal_reader_internal.h \
	src/sweep/ledger/journal_writer.c \
	src/sweep/ledger/journal_writer.h \
	src/sweep/ledger/judge.c \
	src/sweep/ledger/ledger.c \
	src/sweep/ledger/ledger.h \
	src/sweep/ledger/ledger_internal.h \
	src/sweep/ledger/liveness.c \
	src/sweep/ledger/liveness.h \
	src/sweep/ledger/record.c \
	src/sweep/ledger/record.h \
	src/sweep/ledger/replay.c \
	src/sweep/ledger/store.h \
	src/sweep/ledger/write.c \
	src/sweep/ledger/write.h

# sweep/results
libcodarun_a_SOURCES += \
	src/sweep/results/aggregate.c \
	src/sweep/results/aggregate.h \
	src/sweep/results/aggregate_columns.c \
	src/sweep/results/aggregate_columns.h \
	src/sweep/results/cached_task.c \
	src/sweep/results/cached_task.h \
	src/sweep/results/data_read.c \
	src/sweep/results/data_read.h \
	src/sweep/results/events.c \
	src/sweep/results/events.h \
	src/sweep/results/experiment.c \
	src/sweep/results/export.c \
	src/sweep/results/export.h \
	src/sweep/results/location.c \
	src/sweep/results/location.h \
	src/sweep/results/other_data.c \
	src/sweep/results/other_data.h \
	src/sweep/results/results.c \
	src/sweep/results/results.h \
	src/sweep/results/results_each.c \
	src/sweep/results/results_internal.h \
	src/sweep/results/results_salvage.c \
	src/sweep/results/results_select.c \
	src/sweep/results/trained.c \
	src/sweep/results/trained.h \
	src/sweep/results/trial_columns.c \
	src/sweep/results/trial_columns.h

# sweep/coordinator
libcodarun_a_SOURCES += \
	src/sweep/coordinator/coordinator.c \
	src/sweep/coordinator/coordinator.h \
	src/sweep/coordinator/coordinator_internal.h \
	src/sweep/coordinator/evaluations.c \
	src/sweep/coordinator/evaluations.h \
	src/sweep/coordinator/members.c \
	src/sweep/coordinator/membership.c \
	src/sweep/coordinator/membership.h \
	src/sweep/coordinator/message.h \
	src/sweep/coordinator/order_queue.c \
	src/sweep/coordinator/order_queue.h \
	src/sweep/coordinator/outgoing.c \
	src/sweep/coordinator/rank_groups.c \
	src/sweep/coordinator/rank_groups.h \
	src/sweep/coordinator/reports.c \
	src/sweep/coordinator/slots.c \
	src/sweep/coordinator/slots.h \
	src/sweep/coordinator/stuck.c \
	src/sweep/coordinator/sweep_options.h \
	src/sweep/coordinator/time_estimate.c \
	src/sweep/coordinator/time_estimate.h \
	src/sweep/coordinator/warnings.c \
	src/sweep/coordinator/warnings.h \
	src/sweep/coordinator/worker.c \
	src/sweep/coordinator/worker.h \
	src/sweep/coordinator/world.h

# sweep/run
libcodarun_a_SOURCES += \
	src/sweep/run/conduct.c \
	src/sweep/run/conduct.h \
	src/sweep/run/disk_space.c \
	src/sweep/run/disk_space.h \
	src/sweep/run/extend.c \
	src/sweep/run/extend.h \
	src/sweep/run/hook.c \
	src/sweep/run/hook.h \
	src/sweep/run/inherit.c \
	src/sweep/run/inherit.h \
	src/sweep/run/list.c \
	src/sweep/run/list.h \
	src/sweep/run/monitor.c \
	src/sweep/run/monitor.h \
	src/sweep/run/monitor_internal.h \
	src/sweep/run/monitor_status.c \
	src/sweep/run/outcome.c \
	src/sweep/run/outcome.h \
	src/sweep/run/progress.c \
	src/sweep/run/progress.h \
	src/sweep/run/proposer.c \
	src/sweep/run/proposer.h \
	src/sweep/run/ranks.c \
	src/sweep/run/ranks.h \
	src/sweep/run/run_ledger.c \
	src/sweep/run/run_ledger.h \
	src/sweep/run/run_ledger_checking.c \
	src/sweep/run/run_ledger_data.c \
	src/sweep/run/run_ledger_internal.h \
	src/sweep/run/run_ledger_lease.c \
	src/sweep/run/run_ledger_store.c \
	src/sweep/run/same_experiment.c \
	src/sweep/run/same_experiment.h \
	src/sweep/run/signals.c \
	src/sweep/run/signals.h \
	src/sweep/run/status_query.c \
	src/sweep/run/status_query.h \
	src/sweep/run/sweep.c \
	src/sweep/run/sweep.h \
	src/sweep/run/sweep_check.c \
	src/sweep/run/sweep_check.h \
	src/sweep/run/time_limit.c \
	src/sweep/run/time_limit.h \
	src/sweep/run/trainer.c \
	src/sweep/run/trainer.h \
	src/sweep/run/trial.c \
	src/sweep/run/trial.h \
	src/sweep/run/trial_setup.c \
	src/sweep/run/trial_setup.h \
	src/sweep/run/trial_setup_facts.c \
	src/sweep/run/world_mpi.c \
	src/sweep/run/world_mpi.h

# sweep/prune
libcodarun_a_SOURCES += \
	src/sweep/prune/prune.c \
	src/sweep/prune/prune.h \
	src/sweep/prune/prune_list.c \
	src/sweep/prune/prune_list.h \
	src/sweep/prune/retention.c \
	src/sweep/prune/retention.h

# sweep/simulate
libcodarun_a_SOURCES += \
	src/sweep/simulate/fleet.c \
	src/sweep/simulate/fleet.h \
	src/sweep/simulate/gantt.c \
	src/sweep/simulate/gantt.h \
	src/sweep/simulate/gantt_svg.c \
	src/sweep/simulate/gantt_text.c \
	src/sweep/simulate/measured_trials.c \
	src/sweep/simulate/measured_trials.h \
	src/sweep/simulate/options.c \
	src/sweep/simulate/options.h \
	src/sweep/simulate/replay_log.c \
	src/sweep/simulate/replay_log.h \
	src/sweep/simulate/simulate.c \
	src/sweep/simulate/simulate.h \
	src/sweep/simulate/simulated_names.c \
	src/sweep/simulate/simulated_names.h \
	src/sweep/simulate/simulation_report.c \
	src/sweep/simulate/simulation_report.h \
	src/sweep/simulate/trial_model.c \
	src/sweep/simulate/trial_model.h

# report/format
libcodarun_a_SOURCES += \
	src/report/format/column_wrap.c \
	src/report/format/column_wrap.h \
	src/report/format/format.c \
	src/report/format/format.h \
	src/report/format/grid.c \
	src/report/format/grid.h

# report/format/kinds
libcodarun_a_SOURCES += $(format_kinds) \
	src/report/format/kinds/csv.h \
	src/report/format/kinds/json.h

# report/statistics
libcodarun_a_SOURCES += \
	src/report/statistics/significance.c \
	src/report/statistics/significance.h \
	src/report/statistics/significance_units.c \
	src/report/statistics/statistics.c \
	src/report/statistics/statistics.h \
	src/report/statistics/student.c \
	src/report/statistics/student.h

# report/status
libcodarun_a_SOURCES += \
	src/report/status/status.c \
	src/report/status/status.h \
	src/report/status/status_json.c

# report/answers
libcodarun_a_SOURCES += \
	src/report/answers/prediction.c \
	src/report/answers/prediction.h \
	src/report/answers/rescore.c \
	src/report/answers/rescore.h \
	src/report/answers/stored_answers.c \
	src/report/answers/stored_answers.h \
	src/report/answers/trait_values.c \
	src/report/answers/trait_values.h

# report/tables
libcodarun_a_SOURCES += \
	src/report/tables/aggregates.c \
	src/report/tables/aggregates.h \
	src/report/tables/best_trial.c \
	src/report/tables/best_trial.h \
	src/report/tables/by_trait.c \
	src/report/tables/by_trait.h \
	src/report/tables/column_names.c \
	src/report/tables/column_names.h \
	src/report/tables/comparison.c \
	src/report/tables/comparison.h \
	src/report/tables/comparison_tests.c \
	src/report/tables/field_cell.c \
	src/report/tables/field_cell.h \
	src/report/tables/folders.c \
	src/report/tables/folders.h \
	src/report/tables/folders_make.c \
	src/report/tables/folders_make.h \
	src/report/tables/group_column.h \
	src/report/tables/group_columns.c \
	src/report/tables/group_columns.h \
	src/report/tables/group_numbers.c \
	src/report/tables/group_numbers.h \
	src/report/tables/group_pairs.c \
	src/report/tables/group_pairs.h \
	src/report/tables/groups.c \
	src/report/tables/groups.h \
	src/report/tables/groups_better.c \
	src/report/tables/hypotheses.c \
	src/report/tables/hypotheses.h \
	src/report/tables/measures.c \
	src/report/tables/measures.h \
	src/report/tables/name_list.c \
	src/report/tables/name_list.h \
	src/report/tables/pivot.c \
	src/report/tables/pivot.h \
	src/report/tables/pivot_axis.c \
	src/report/tables/pivot_daggers.c \
	src/report/tables/pivot_grid.c \
	src/report/tables/pivot_internal.h \
	src/report/tables/pivot_plan.c \
	src/report/tables/pivot_published.c \
	src/report/tables/published.c \
	src/report/tables/row_order.c \
	src/report/tables/row_order.h \
	src/report/tables/selection.c \
	src/report/tables/selection.h \
	src/report/tables/table.c \
	src/report/tables/table.h \
	src/report/tables/table_by_trait.c \
	src/report/tables/table_differences.c \
	src/report/tables/table_groups.c \
	src/report/tables/table_internal.h \
	src/report/tables/table_notes.c \
	src/report/tables/table_order.c \
	src/report/tables/table_rows.c \
	src/report/tables/table_tests.c \
	src/report/tables/table_trials.c \
	src/report/tables/task_notes.c \
	src/report/tables/task_notes.h

# report/inspection
libcodarun_a_SOURCES += \
	src/report/inspection/contents.c \
	src/report/inspection/contents.h \
	src/report/inspection/fact_writer.c \
	src/report/inspection/fact_writer.h \
	src/report/inspection/inspection.c \
	src/report/inspection/inspection.h \
	src/report/inspection/inspection_write.c

# report/history
libcodarun_a_SOURCES += \
	src/report/history/columns.c \
	src/report/history/crc32c.c \
	src/report/history/crc32c.h \
	src/report/history/csv.c \
	src/report/history/event_file.c \
	src/report/history/event_file.h \
	src/report/history/hdf5.c \
	src/report/history/history.c \
	src/report/history/history.h \
	src/report/history/history_view.h \
	src/report/history/json.c \
	src/report/history/metric_names.c \
	src/report/history/metric_names.h \
	src/report/history/points.c \
	src/report/history/points.h \
	src/report/history/protobuf_write.c \
	src/report/history/protobuf_write.h \
	src/report/history/run_folders.c \
	src/report/history/run_folders.h \
	src/report/history/swept_columns.c \
	src/report/history/swept_columns.h \
	src/report/history/tensorboard.c \
	src/report/history/text_output.c \
	src/report/history/text_output.h \
	src/report/history/unfinished.c \
	src/report/history/unfinished.h \
	src/report/history/writer.h

# report/plot
libcodarun_a_SOURCES += \
	src/report/plot/draw.c \
	src/report/plot/draw.h \
	src/report/plot/fields.c \
	src/report/plot/fields.h \
	src/report/plot/fonts.c \
	src/report/plot/fonts.h \
	src/report/plot/forest.c \
	src/report/plot/forest.h \
	src/report/plot/forest_internal.h \
	src/report/plot/forest_tree.c \
	src/report/plot/gnuplot.c \
	src/report/plot/gnuplot.h \
	src/report/plot/heatmap.c \
	src/report/plot/heatmap.h \
	src/report/plot/heatmap_example.c \
	src/report/plot/legend.c \
	src/report/plot/page.c \
	src/report/plot/page.h \
	src/report/plot/page_internal.h \
	src/report/plot/page_script.c \
	src/report/plot/plot.c \
	src/report/plot/plot.h \
	src/report/plot/running.c \
	src/report/plot/running.h \
	src/report/plot/running_history.c \
	src/report/plot/running_history.h \
	src/report/plot/settings.c \
	src/report/plot/settings.h \
	src/report/plot/terminal.c \
	src/report/plot/terminal.h \
	src/report/plot/ticks.c \
	src/report/plot/ticks.h \
	src/report/plot/timeline.c \
	src/report/plot/timeline.h \
	src/report/plot/timeline_draw.c \
	src/report/plot/timeline_draw.h \
	src/report/plot/traits.c \
	src/report/plot/traits.h

# report/plot/kinds
libcodarun_a_SOURCES += $(plot_kinds)

# report/html
libcodarun_a_SOURCES += \
	src/report/html/attentions.c \
	src/report/html/chosen.c \
	src/report/html/configuration.c \
	src/report/html/curves.c \
	src/report/html/failures.c \
	src/report/html/histograms.c \
	src/report/html/provenance.c \
	src/report/html/report.c \
	src/report/html/report.h \
	src/report/html/report_internal.h \
	src/report/html/rungs.c \
	src/report/html/search.c \
	src/report/html/section_cache.c \
	src/report/html/section_cache.h \
	src/report/html/status_lines.c \
	src/report/html/summary.c \
	src/report/html/svg.c \
	src/report/html/tables.c

# The page's style and script, each line as a string literal of C.
html_defs = src/report/html/style.def src/report/html/script.def
src/report/html/style.def: src/report/html/style.css
src/report/html/script.def: src/report/html/script.js
$(html_defs):
	$(AM_V_GEN)$(MKDIR_P) $(@D) && sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $< >$@
src/report/html/report.$(OBJEXT): $(html_defs)
BUILT_SOURCES += $(html_defs)
CLEANFILES += $(html_defs)
EXTRA_DIST += src/report/html/style.css src/report/html/script.js

# fetch
libcodarun_a_SOURCES += \
	src/fetch/checksums.c \
	src/fetch/checksums.h \
	src/fetch/data_sets.c \
	src/fetch/data_sets.h \
	src/fetch/data_sets_internal.h \
	src/fetch/data_sets_multi30k.c \
	src/fetch/data_sets_ranking.c \
	src/fetch/data_sets_table.c \
	src/fetch/download.c \
	src/fetch/download.h \
	src/fetch/fetch.c \
	src/fetch/fetch.h \
	src/fetch/http_response.c \
	src/fetch/http_response.h \
	src/fetch/obtain.c \
	src/fetch/obtain.h \
	src/fetch/plan.c \
	src/fetch/progress.c \
	src/fetch/progress.h \
	src/fetch/recipe_imdb.c \
	src/fetch/recipe_trecqa.c \
	src/fetch/recipes.c \
	src/fetch/recipes.h \
	src/fetch/sha256.c \
	src/fetch/sha256.h \
	src/fetch/sink.c \
	src/fetch/sink.h \
	src/fetch/text_lines.c \
	src/fetch/text_lines.h

# cmd
libcodarun_a_SOURCES += \
	src/cmd/command.h \
	src/cmd/completions.c \
	src/cmd/completions.h \
	src/cmd/frame.c \
	src/cmd/frame.h \
	src/cmd/inspection_options.c \
	src/cmd/inspection_options.h \
	src/cmd/launch.c \
	src/cmd/launch.h \
	src/cmd/manual_page.c \
	src/cmd/manual_page.h \
	src/cmd/named_folder.c \
	src/cmd/named_folder.h \
	src/cmd/named_trial.c \
	src/cmd/named_trial.h \
	src/cmd/option.c \
	src/cmd/option.h \
	src/cmd/output.c \
	src/cmd/output.h \
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
	src/cmd/sweep_command.h

# cmd/data
libcodarun_a_SOURCES += \
	src/cmd/data/data.h \
	src/cmd/data/data_counts.c \
	src/cmd/data/data_counts.h \
	src/cmd/data/data_fetch.c \
	src/cmd/data/data_kinds.c \
	src/cmd/data/data_kinds.h \
	src/cmd/data/data_kinds_json.c \
	src/cmd/data/data_kinds_page.c \
	src/cmd/data/data_passages.c \
	src/cmd/data/data_predictions.c \
	src/cmd/data/data_schema.c \
	src/cmd/data/data_show.c \
	src/cmd/data/data_stats.c \
	src/cmd/data/data_subwords.c \
	src/cmd/data/data_task.c \
	src/cmd/data/data_task.h \
	src/cmd/data/passage_lines.c \
	src/cmd/data/passage_lines.h

# cmd/doctor
libcodarun_a_SOURCES += \
	src/cmd/doctor/doctor_findings.c \
	src/cmd/doctor/doctor_findings.h \
	src/cmd/doctor/doctor_rank.c \
	src/cmd/doctor/doctor_rank.h \
	src/cmd/doctor/doctor_report.c \
	src/cmd/doctor/doctor_report.h

# cmd/verify
libcodarun_a_SOURCES += \
	src/cmd/verify/csv.c \
	src/cmd/verify/csv.h \
	src/cmd/verify/train_again.c \
	src/cmd/verify/train_again.h \
	src/cmd/verify/verify.h \
	src/cmd/verify/verify_files.c \
	src/cmd/verify/verify_rerun.c \
	src/cmd/verify/verify_row.c \
	src/cmd/verify/verify_runs.c

# cmd/ensemble
libcodarun_a_SOURCES += \
	src/cmd/ensemble/ensemble_choice.c \
	src/cmd/ensemble/ensemble_choice.h \
	src/cmd/ensemble/ensemble_members.c \
	src/cmd/ensemble/ensemble_members.h \
	src/cmd/ensemble/ensemble_table.c \
	src/cmd/ensemble/ensemble_table.h

# cmd/vectors
libcodarun_a_SOURCES += \
	src/cmd/vectors/vectors_options.c \
	src/cmd/vectors/vectors_options.h \
	src/cmd/vectors/vectors_text.c \
	src/cmd/vectors/vectors_text.h

# bench
libcodarun_a_SOURCES += \
	src/bench/bench.h \
	src/bench/bench_attention.c \
	src/bench/bench_decode.c \
	src/bench/bench_dispatch.c \
	src/bench/bench_examples.c \
	src/bench/bench_examples.h \
	src/bench/bench_kernels.c \
	src/bench/bench_products.c \
	src/bench/bench_proposals.c \
	src/bench/bench_recurrent.c \
	src/bench/bench_request.c \
	src/bench/bench_scaling.c \
	src/bench/bench_subject.c \
	src/bench/bench_subject.h \
	src/bench/bench_train.c \
	src/bench/null_sweep.c \
	src/bench/null_sweep.h \
	src/bench/one_step_sweep.c

# Compiled again for each SIMD level above the plain one: see kernel/levels.h.
simd_sources = $(optimizer_kinds) \
	src/engine/attention/kinds/entmax.c \
	src/engine/attention/sorted.c \
	src/engine/attention/kinds/sparsemax.c \
	src/engine/kernel/cholesky.c \
	src/engine/kernel/columns.c \
	src/engine/kernel/depthwise.c \
	src/engine/kernel/gates.c \
	src/engine/kernel/gemm_product.c \
	src/engine/kernel/gemm_tile.c \
	src/engine/kernel/l1.c \
	src/engine/kernel/l1_backward.c \
	src/engine/kernel/layer_norm.c \
	src/engine/kernel/selected_rows.c \
	src/engine/kernel/vector.c \
	src/engine/kernel/vector_math.c \
	src/sweep/sampler/matern.c \
	src/engine/word_vectors/glove_step.c \
	src/engine/word_vectors/skipgram_step.c

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

bin_PROGRAMS += codarun
codarun_SOURCES = src/cmd/main.c $(subcommands)
codarun_libs = $(MPI_LIBS) $(BLAS_LIBS) $(HDF5_LIBS) $(FYAML_LIBS) \
	$(XXHASH_LIBS) $(UTF8PROC_LIBS) $(ZLIB_LIBS) $(LZMA_LIBS) \
	$(CURL_LIBS) $(CRYPTO_LIBS) $(ARCHIVE_LIBS) $(EXPAT_LIBS) \
	$(HWLOC_LIBS) $(FONTCONFIG_LIBS) -lm
codarun_LDADD = libcodarun.a $(codarun_libs)
# The program fills the tables of options into the manual page.
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
EXTRA_DIST += src/layers
