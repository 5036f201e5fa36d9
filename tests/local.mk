# Unit tests are cmocka programs that speak TAP; tests of the whole program
# are scripts that run the real mpirun.
TEST_EXTENSIONS = .sh
driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/tests/driver.sh \
	$(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = CMOCKA_MESSAGE_OUTPUT=TAP $(driver)
SH_LOG_DRIVER = $(driver)
LOG_COMPILER = $(SHELL) $(top_srcdir)/tests/limit.sh
SH_LOG_COMPILER = $(LOG_COMPILER)

# By these variables a test finds the program and the sources, and mpirun works
# for root and with more ranks than cores.
AM_TESTS_ENVIRONMENT = \
	CODARUN_PROGRAM='$(abs_builddir)/codarun$(EXEEXT)'; \
	CODARUN_COMPILE='$(COMPILE)'; CODARUN_LIBS='$(LDADD) $(LIBS)'; \
	srcdir='$(abs_srcdir)'; builddir='$(abs_builddir)'; \
	OMPI_ALLOW_RUN_AS_ROOT=1; OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; \
	OMPI_MCA_rmaps_base_oversubscribe=1; \
	PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe; \
	OMPI_MCA_mpi_yield_when_idle=1; OMPI_MCA_pml=$${OMPI_MCA_pml-ob1}; \
	OMP_WAIT_POLICY=passive; \
	CODARUN_CACHE=''; \
	ASAN_OPTIONS=fast_unwind_on_malloc=0; \
	LSAN_OPTIONS=suppressions='$(abs_srcdir)/tests/lsan.supp:print_suppressions=0'; \
	export ASAN_OPTIONS LSAN_OPTIONS CODARUN_CACHE CODARUN_PROGRAM \
	CODARUN_COMPILE CODARUN_LIBS srcdir builddir OMPI_ALLOW_RUN_AS_ROOT \
	OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe \
	PRTE_MCA_rmaps_default_mapping_policy \
	OMPI_MCA_mpi_yield_when_idle OMPI_MCA_pml OMP_WAIT_POLICY;

include tests/unit/local.mk

# One line a script: tests of the whole program, and of the sources.
script_tests = \
	tests/cli/test_algolisp.sh \
	tests/cli/test_archives.sh \
	tests/cli/test_as_peer.sh \
	tests/cli/test_bad_input.sh \
	tests/cli/test_bench.sh \
	tests/cli/test_blas.sh \
	tests/cli/test_blocks.sh \
	tests/cli/test_completion.sh \
	tests/cli/test_bootstrap.sh \
	tests/cli/test_daily_commands.sh \
	tests/cli/test_data_warnings.sh \
	tests/cli/test_draws.sh \
	tests/cli/test_earlier.sh \
	tests/cli/test_endless_input.sh \
	tests/cli/test_ensemble.sh \
	tests/cli/test_export.sh \
	tests/cli/test_extend.sh \
	tests/cli/test_fetch.sh \
	tests/cli/test_files.sh \
	tests/cli/test_help.sh \
	tests/cli/test_history.sh \
	tests/cli/test_hook.sh \
	tests/cli/test_inspect.sh \
	tests/cli/test_inspect_example.sh \
	tests/cli/test_json.sh \
	tests/cli/test_leading_out.sh \
	tests/cli/test_limit.sh \
	tests/cli/test_launched.sh \
	tests/cli/test_layouts.sh \
	tests/cli/test_list.sh \
	tests/cli/test_locking.sh \
	tests/cli/test_mlu.sh \
	tests/cli/test_moved_project.sh \
	tests/cli/test_mt.sh \
	tests/cli/test_open.sh \
	tests/cli/test_other_data.sh \
	tests/cli/test_pages.sh \
	tests/cli/test_predict.sh \
	tests/cli/test_prune.sh \
	tests/cli/test_planted_links.sh \
	tests/cli/test_plot.sh \
	tests/cli/test_readers.sh \
	tests/cli/test_resources.sh \
	tests/cli/test_report.sh \
	tests/cli/test_schema.sh \
	tests/cli/test_same_experiment.sh \
	tests/cli/test_schedule.sh \
	tests/cli/test_scorers.sh \
	tests/cli/test_set.sh \
	tests/cli/test_show.sh \
	tests/cli/test_simulate.sh \
	tests/cli/test_sites.sh \
	tests/cli/test_source_map.sh \
	tests/cli/test_spelling.sh \
	tests/cli/test_squad_scorers.sh \
	tests/cli/test_status.sh \
	tests/cli/test_stop.sh \
	tests/cli/test_sweep.sh \
	tests/cli/test_sweep_script.sh \
	tests/cli/test_table.sh \
	tests/cli/test_table_by.sh \
	tests/cli/test_table_papers.sh \
	tests/cli/test_table_rows.sh \
	tests/cli/test_terminal.sh \
	tests/cli/test_text2code.sh \
	tests/cli/test_variants.sh \
	tests/cli/test_verify.sh \
	tests/cli/test_damage.sh \
	tests/cli/test_data.sh \
	tests/cli/test_data_schema.sh \
	tests/lint.sh \
	tests/mpi/test_cache.sh \
	tests/mpi/test_comm.sh \
	tests/mpi/test_cloze.sh \
	tests/mpi/test_disk.sh \
	tests/mpi/test_suspects.sh \
	tests/mpi/test_faults.sh \
	tests/mpi/test_kill.sh \
	tests/mpi/test_lease.sh \
	tests/mpi/test_lease_lost.sh \
	tests/mpi/test_numerics.sh \
	tests/mpi/test_pbt.sh \
	tests/mpi/test_search.sh \
	tests/mpi/test_shapes.sh \
	tests/mpi/test_small_results.sh \
	tests/mpi/test_small_trials.sh \
	tests/mpi/test_train_shapes.sh \
	tests/mpi/test_trouble.sh

# Tests of any list that wait more than they compute: several of them run at a
# time, beside the others.  Such a test has a line ":seconds: SECONDS PROCESSOR"
# in TEST.trs whose second number is far below the first.
waiting_tests = \
	tests/cli/test_bad_input.sh \
	tests/cli/test_damage.sh \
	tests/cli/test_extend.sh \
	tests/cli/test_fetch.sh \
	tests/cli/test_limit.sh \
	tests/cli/test_same_experiment.sh \
	tests/cli/test_sweep_script.sh \
	tests/mpi/test_cache.sh \
	tests/mpi/test_comm.sh \
	tests/mpi/test_cloze.sh \
	tests/mpi/test_disk.sh \
	tests/mpi/test_suspects.sh \
	tests/mpi/test_faults.sh \
	tests/mpi/test_hosts.sh \
	tests/mpi/test_kill.sh \
	tests/mpi/test_lease.sh \
	tests/mpi/test_lease_lost.sh \
	tests/mpi/test_pbt.sh \
	tests/mpi/test_search.sh \
	tests/mpi/test_small_results.sh \
	tests/mpi/test_trouble.sh \
	tests/unit/sweep/folder/test_lease \
	tests/unit/sweep/folder/test_lease_after \
	tests/unit/sweep/folder/test_lease_heartbeats \
	tests/unit/sweep/folder/test_lease_file \
	tests/unit/sweep/folder/test_lease_hidden

# One line a test that is too long for `make check`: `make check-full` runs it.
full_tests = \
	tests/cli/test_export_models.sh \
	tests/cli/test_memory.sh \
	tests/cli/test_mlu_made.sh \
	tests/cli/test_report_browser.sh \
	tests/cli/test_time_limit.sh \
	tests/cli/test_vectors.sh \
	tests/full/test_bench.sh \
	tests/full/test_configure.sh \
	tests/full/test_schema_fields.sh \
	tests/full/test_tutorial.sh \
	tests/full/test_units.sh \
	tests/mpi/test_hosts.sh \
	tests/mpi/test_many_trials.sh \
	tests/mpi/test_readers_shapes.sh

# Programs that scripts run under mpirun.
mpi_programs = tests/mpi/comm_program tests/mpi/hold_open \
	tests/mpi/other_build tests/mpi/train_program
tests_mpi_other_build_SOURCES = $(codarun_SOURCES) tests/mpi/other_version.c
tests_mpi_other_build_LDADD = $(codarun_LDADD)
tests_mpi_train_program_SOURCES = tests/mpi/train_program.c tests/toy.c \
	tests/toy.h
check_PROGRAMS += $(mpi_programs)

# Programs that scripts run without mpirun.
check_PROGRAMS += tests/cli/alter_result tests/cli/lead_out \
	tests/cli/plain_journal tests/cli/stored_answers \
	tests/cli/take_experiments

# One line a test script that takes many minutes: only `make check-long` runs
# it, with CODARUN_LONG=1.
long_tests = \
	tests/long/test_aarch64.sh \
	tests/long/test_broken_coordinator.sh \
	tests/long/test_broken_core.sh \
	tests/long/test_coverage.sh \
	tests/long/test_export_torch.sh \
	tests/long/test_fuzz.sh \
	tests/long/test_kills.sh \
	tests/long/test_many.sh \
	tests/long/test_leases.sh \
	tests/long/test_packages.sh \
	tests/long/test_reach.sh \
	tests/long/test_sanitizers.sh \
	tests/long/test_slurm_array.sh \
	tests/long/test_slurm_deaths.sh \
	tests/long/test_slurm_ends.sh \
	tests/long/test_thread_sanitizer.sh \
	tests/long/test_valgrind.sh \
	tests/long/test_vectors_gensim.sh \
	tests/long/test_worlds.sh \
	tests/mpi/test_slurm.sh

# The attention kind that docs/how-to/add-a-kind.md adds, and its YAML: the last
# block of C and the last block of YAML on that page.
documented_kind = docs/how-to/add-a-kind.md
tests/unit/documented_dot.c: $(documented_kind)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && awk '/^```/ { p = $$0 == "```c"; next } p' \
	  $(top_srcdir)/$(documented_kind) >$@
tests/unit/documented_dot.def: $(documented_kind)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && awk '/^```/ { p = $$0 == "```yaml"; \
	  if (p) n = 0; next } p { line[n++] = $$0 } \
	  END { for (i = 0; i < n; i++) print "\"" line[i] "\\n\"" }' \
	  $(top_srcdir)/$(documented_kind) >$@
tests/unit/engine/attention/test_documented_kind.$(OBJEXT): tests/unit/documented_dot.c \
	tests/unit/documented_dot.def
tests/unit/bench/test_bench_subject.$(OBJEXT): tests/unit/documented_dot.c
CLEANFILES += tests/unit/documented_dot.c tests/unit/documented_dot.def

# Each kind has test files of its own, which are found by the lists of kinds:
# the cases that pin its digits; for an optimizer the paper's form; for a model
# the trials to export and a script that computes from them; for an operation
# the cases that compare its gradient with differences.
golden = tests/unit/engine/train/golden
golden_cases = \
	$(attention_kinds:src/engine/attention/kinds/%.c=$(golden)/attention/%.def) \
	$(model_kinds:src/engine/model/kinds/%.c=$(golden)/model/%.def) \
	$(optimizer_kinds:src/engine/optimizer/kinds/%.c=$(golden)/optimizer/%.def)
optimizer_tests = tests/unit/engine/optimizer
optimizer_papers = \
	$(optimizer_kinds:src/engine/optimizer/kinds/%.c=$(optimizer_tests)/papers/%.h)
tape_tests = tests/unit/engine/tape
op_gradients = $(ops:src/engine/tape/ops/op_%.c=$(tape_tests)/gradients/%.h)
include_each = $(AM_V_GEN)$(MKDIR_P) $(@D) && printf '\#include "%s"\n'
tests/unit/engine/train/golden_cases.def: src/local.mk tests/local.mk
	$(include_each) $(golden_cases) >$@
tests/unit/engine/optimizer/optimizer_papers.h: src/local.mk tests/local.mk
	$(include_each) $(optimizer_papers) >$@
tests/unit/engine/tape/op_gradients.h: src/local.mk tests/local.mk
	$(include_each) $(op_gradients) >$@ && \
	  { printf '#define EACH_OP(X)' && \
	  printf ' X(%s)' $(ops:src/engine/tape/ops/op_%.c=%) && echo; } >>$@
tests/unit/engine/train/test_golden.$(OBJEXT): \
	tests/unit/engine/train/golden_cases.def
tests/unit/engine/tape/test_gradients.$(OBJEXT): \
	tests/unit/engine/tape/op_gradients.h
tests/unit/engine/optimizer/test_optimizers.$(OBJEXT): \
	tests/unit/engine/optimizer/optimizer_papers.h
CLEANFILES += tests/unit/engine/train/golden_cases.def \
	tests/unit/engine/tape/op_gradients.h \
	tests/unit/engine/optimizer/optimizer_papers.h
EXTRA_DIST += $(golden_cases) $(op_gradients) $(optimizer_papers) \
	$(model_kinds:src/engine/model/kinds/%.c=tests/peers/models/%.py) \
	$(model_kinds:src/engine/model/kinds/%.c=tests/peers/models/%.sh)

LDADD = libcodarun.a $(CMOCKA_LIBS) $(codarun_libs)

# Results folders as the first schema left them.
schemas = \
	tests/cli/schema1/experiment.text \
	tests/cli/schema1/experiment.yaml \
	tests/cli/schema1/journal \
	tests/cli/schema1/origin \
	tests/cli/schema1/sweep.h5 \
	tests/cli/schema1/trials/38/38fb5ca71cf5215d80c76404090ad585.h5 \
	tests/cli/schema1/trials/c2/c2c0a8961da5e7eb796bc43bbd6452ef.h5 \
	tests/cli/schema1-nli/experiment.text \
	tests/cli/schema1-nli/experiment.yaml \
	tests/cli/schema1-nli/journal \
	tests/cli/schema1-nli/origin \
	tests/cli/schema1-nli/sweep.h5 \
	tests/cli/schema1-nli/trials/b4/b4eb3df29db111969f193575e758a238.h5 \
	tests/cli/schema2/experiment.text \
	tests/cli/schema2/experiment.yaml \
	tests/cli/schema2/journal \
	tests/cli/schema2/origin \
	tests/cli/schema2/sweep.h5 \
	tests/cli/schema2/trials/3d/3d50c5bbe96d5d64d4cfcee8ff210e48.h5 \
	tests/cli/schema2/trials/3e/3e556d53ecfe9d2169f91a1912036c77.h5 \
	tests/cli/schema2/trials/c4/c47e9f2929e90accd19fec9da009917b.h5 \
	tests/cli/schema2/trials/f4/f48f3d9d9ed2c2b227e40ed3f2a78cf0.h5 \
	tests/cli/state1/experiment.text \
	tests/cli/state1/experiment.yaml \
	tests/cli/state1/journal \
	tests/cli/state1/origin \
	tests/cli/state1/states/12/1239d0ba82f188dae2fe203eff46e4b6.last.h5 \
	tests/cli/state1/trials/12/1239d0ba82f188dae2fe203eff46e4b6.h5

EXTRA_DIST += \
	tests/cli/check_links.py \
	tests/cli/predict_again.sh \
	tests/earlier/2026-11-22-numerics-2.tar.xz \
	tests/earlier/2026-11-25-numerics-3.tar.xz \
	tests/earlier/2026-11-25-numerics-4.tar.xz \
	tests/earlier/2026-11-26-conduct-2.tar.xz \
	tests/earlier/2026-11-26-conduct-3.tar.xz \
	tests/fuzz/fuzz.h \
	tests/fuzz/fuzz_hdf5.h \
	tests/fuzz/fuzz_hdf5_values.h \
	tests/fuzz/lsan.supp \
	tests/fuzz/run.sh \
	tests/fuzz/seeds.sh \
	tests/fuzz/seeds/checksums \
	tests/fuzz/seeds/ids \
	tests/fuzz/seeds/ids-parts \
	tests/fuzz/seeds/layout-babi \
	tests/fuzz/seeds/layout-cbt \
	tests/fuzz/seeds/layout-cnn \
	tests/fuzz/seeds/layout-doctype \
	tests/fuzz/seeds/layout-lambada \
	tests/fuzz/seeds/layout-wdw \
	tests/fuzz/seeds/limits-1 \
	tests/fuzz/seeds/limits-2 \
	tests/fuzz/seeds/lines.jsonl \
	tests/fuzz/seeds/lisp-1 \
	tests/fuzz/seeds/lisp-2 \
	tests/fuzz/seeds/lisp-3 \
	tests/fuzz/seeds/lisp-4 \
	tests/fuzz/seeds/owner \
	tests/fuzz/seeds/owner-left \
	tests/fuzz/seeds/owner-older \
	tests/fuzz/seeds/rows-header.tsv \
	tests/fuzz/seeds/rows-wide.tsv \
	tests/fuzz/seeds/rows.csv \
	tests/fuzz/seeds/rows.json \
	tests/fuzz/seeds/rows.jsonl \
	tests/fuzz/seeds/rows.tsv \
	tests/fuzz/seeds/rules \
	tests/fuzz/seeds/squad.json \
	tests/fuzz/seeds/spelling-1 \
	tests/fuzz/seeds/spelling-2 \
	tests/fuzz/seeds/spelling-3 \
	tests/fuzz/seeds/spelling-4 \
	tests/fuzz/seeds/spelling-5 \
	tests/fuzz/seeds/tags \
	tests/fuzz/seeds/trees \
	tests/fuzz/seeds/vectors \
	tests/fuzz/seeds/vectors-header \
	tests/broken.sh \
	tests/groups.sh \
	tests/driver.sh \
	tests/limit.sh \
	tests/lsan.supp \
	tests/mpi/faults.c \
	tests/mpi/faults.sh \
	tests/mpi/hosts.sh \
	tests/mpi/leases.sh \
	tests/mpi/mounts.sh \
	tests/mpi/slurm.sh \
	tests/mpi/sweeps.sh \
	tests/peers/algolisp.py \
	tests/peers/arrays.py \
	tests/peers/attention_kinds.py \
	tests/cli/file_server.py \
	tests/cli/files.py \
	tests/cli/json_schema/check.py \
	tests/cli/json_schema/edit.py \
	tests/cli/json_schema/fields.py \
	tests/cli/json_schema/mutants.py \
	tests/cli/json_schema/sections.py \
	tests/cli/json_schema/yaml_core.py \
	tests/cli/read_events.py \
	tests/cli/problems.jsonl \
	tests/cli/report_again.js \
	tests/cli/report_pixels.js \
	tests/cli/report_layout.js \
	tests/cli/results3.tar.xz \
	tests/cli/screen.py \
	tests/cli/well_formed.py \
	tests/peers/cloze_models.py \
	tests/peers/dense_models.py \
	tests/peers/curve-mlu-tiny.yaml \
	tests/peers/curve-mlu.yaml \
	tests/peers/curve-sick.yaml \
	tests/peers/export_attention.py \
	tests/peers/export_file.py \
	tests/peers/export_layers.py \
	tests/peers/export_readers.py \
	tests/peers/export_same.py \
	tests/peers/export_text.py \
	tests/peers/export_transformer.py \
	tests/peers/inspect_same.py \
	tests/peers/numpy_as.py \
	tests/peers/gensim_vectors.py \
	tests/peers/reader_layers.py \
	tests/peers/reader_models.py \
	tests/peers/sacre_scores.py \
	tests/peers/scipy_tests.py \
	tests/peers/squad_scores.py \
	tests/peers/torch_curves.py \
	tests/peers/torch_decode.py \
	tests/peers/torch_encoders.py \
	tests/peers/torch_readers.py \
	tests/peers/torch_same.py \
	tests/peers/torch_models.py \
	tests/arrows.awk \
	tests/circles.awk \
	tests/include_circles.awk \
	tests/include_folders.awk \
	tests/old_words \
	tests/old_words.awk \
	tests/schedule.sh \
	tests/seconds \
	tests/tap.sh \
	tests/lead_out.h \
	tests/test.h \
	tests/unit/engine/attention/attention_fixture.h \
	tests/unit/engine/attention/attention_values.def \
	tests/unit/engine/model/bidaf_reference.h \
	tests/unit/engine/metric/bleu_values.def \
	tests/unit/by_trait_fixture.h \
	tests/unit/engine/model/bytes_fixture.h \
	tests/unit/chosen_fixture.h \
	tests/unit/tasks/cloze/cloze_fixture.h \
	tests/unit/engine/model/drawn_decoder.h \
	tests/unit/report/tables/differences_fixture.h \
	tests/unit/config/yaml/document_fixture.h \
	tests/unit/engine/head/ensemble_fixture.h \
	tests/unit/sweep/experiment/experiment_fixture.h \
	tests/unit/engine/model/export_fixture.h \
	tests/unit/engine/model/export_reader.h \
	tests/unit/sweep/simulate/fleet_fixture.h \
	tests/unit/sweep/simulate/memory_ledger.h \
	tests/unit/folder_fixture.h \
	tests/unit/heads.h \
	tests/unit/sweep/ledger/journal_fixture.h \
	tests/unit/engine/train/golden_cases.h \
	tests/unit/engine/train/golden_fixture.h \
	tests/unit/gradient_check.h \
	tests/unit/engine/kernel/l1_fixture.h \
	tests/unit/layer_fixture.h \
	tests/unit/sweep/folder/lease_fixture.h \
	tests/unit/tasks/cloze/layout_files.h \
	tests/unit/ledger_fixture.h \
	tests/unit/tasks/open/open_fixture.h \
	tests/unit/tasks/lisp/lisp_fixture.h \
	tests/unit/maxout_fixture.h \
	tests/unit/model_fixture.h \
	tests/unit/model_uses.h \
	tests/unit/engine/model/reader_names.h \
	tests/unit/report/tables/pivot_fixture.h \
	tests/unit/report/plot/page_fixture.h \
	tests/unit/report/plot/plot_fixture.h \
	tests/unit/report/plot/runs_fixture.h \
	tests/unit/sweep/scheduler/scheduler_fixture.h \
	tests/unit/engine/layer/recurrent_fixture.h \
	tests/unit/engine/task/settled.h \
	tests/unit/report/statistics/significance_values.def \
	tests/unit/engine/train/training_fixture.h \
	tests/unit/skip.sh \
	tests/unit/tasks/span/span_fixture.h \
	tests/unit/tasks/span/squad_files.h \
	tests/unit/engine/task/task_cache_data.h \
	tests/unit/sweep/study/study_disk.h \
	tests/unit/sweep/study/study_late.h \
	tests/unit/sweep/study/study_laws.h \
	tests/unit/sweep/sampler/gaussian_plain.h \
	tests/unit/study_searches.h \
	tests/unit/study_seeds.h \
	tests/unit/sweep/study/study_world.h \
	tests/unit/text/language/subwords_fixture.h \
	tests/unit/table_fixture.h \
	tests/unit/tape_fixture.h \
	tests/unit/engine/task/task_equal.h \
	tests/unit/team_fixture.h \
	tests/unit/base/system/tree_fixture.h \
	tests/unit/result_files.h \
	tests/unit/text_files.h \
	tests/unit/dice.h \
	tests/unit/sweep/ledger/ledger_disk.h \
	tests/unit/sweep/ledger/ledger_world.h \
	tests/unit/sweep/coordinator/cluster.h \
	tests/unit/sweep/coordinator/cluster_disk.h \
	tests/unit/sweep/coordinator/cluster_ends.h \
	tests/unit/sweep/coordinator/cluster_job.h \
	tests/unit/sweep/coordinator/cluster_laws.h \
	tests/unit/sweep/coordinator/cluster_ledger.h \
	tests/unit/sweep/coordinator/cluster_losses.h \
	tests/unit/sweep/coordinator/cluster_messages.h \
	tests/unit/sweep/coordinator/cluster_ranks.h \
	tests/unit/sweep/coordinator/cluster_trials.h \
	tests/unit/sweep/coordinator/cluster_trouble.h \
	tests/unit/sweep/coordinator/cluster_world.h \
	tests/unit/tmp_folder.h \
	tests/unit/variants.h \
	tests/valgrind.supp \
	$(schemas) \
	$(script_tests) $(full_tests) $(long_tests)

if HAVE_CMOCKA
check_PROGRAMS += $(unit_programs)
check_SCRIPTS = $(unit_links)
TESTS += $(unit_tests)
else
TESTS += tests/unit/skip.sh
# Printed last, where users read it.
check-local: check-TESTS
	@set $(unit_tests); echo "make check: configure found no cmocka," \
	  "so the $$# programs of unit tests were NOT run." >&2; \
	  echo "Install libcmocka-dev (Debian) or libcmocka-devel (Fedora)" \
	  "and type ./config.status --recheck." >&2
endif
TESTS += $(script_tests)

# One line a fuzz target; tests/fuzz/fuzz.h has the recipe.  `make fuzz` builds
# them in a folder of their own.  `fuzz-kernels` builds the kernels, without
# sanitizers: those would take minutes, and kernels read no bytes from outside.
fuzz_targets = \
	tests/fuzz/fuzz_archive \
	tests/fuzz/fuzz_checksums \
	tests/fuzz/fuzz_checked_file \
	tests/fuzz/fuzz_split_ids \
	tests/fuzz/fuzz_image \
	tests/fuzz/fuzz_journal \
	tests/fuzz/fuzz_json \
	tests/fuzz/fuzz_layouts \
	tests/fuzz/fuzz_lease \
	tests/fuzz/fuzz_limits \
	tests/fuzz/fuzz_lines \
	tests/fuzz/fuzz_lisp \
	tests/fuzz/fuzz_predict \
	tests/fuzz/fuzz_problems \
	tests/fuzz/fuzz_result \
	tests/fuzz/fuzz_rows \
	tests/fuzz/fuzz_rule \
	tests/fuzz/fuzz_spelling \
	tests/fuzz/fuzz_state \
	tests/fuzz/fuzz_status \
	tests/fuzz/fuzz_subwords \
	tests/fuzz/fuzz_sweep \
	tests/fuzz/fuzz_tags \
	tests/fuzz/fuzz_trees \
	tests/fuzz/fuzz_vectors \
	tests/fuzz/fuzz_yaml
EXTRA_PROGRAMS = $(fuzz_targets)
fuzz-kernels: $(libcodarun_a_LIBADD)
fuzz: all
	@srcdir='$(abs_srcdir)' $(SHELL) $(top_srcdir)/tests/fuzz/run.sh \
	  $(notdir $(fuzz_targets))
.PHONY: fuzz fuzz-kernels

# Replaces Automake's rule: the longest tests start first, and the waiting tests
# run beside the others.
check-TESTS: $(check_PROGRAMS) $(check_SCRIPTS)
	@MAKE='$(MAKE)' WAITING='$(waiting_tests)' srcdir='$(srcdir)' \
	  $(SHELL) $(top_srcdir)/tests/schedule.sh $(TEST_SUITE_LOG) $(TEST_LOGS)

check-unit: all
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(unit_tests)'
check-full: all
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(full_tests)'
check-long: all
	CODARUN_LONG=1 CODARUN_TEST_SECONDS=$${CODARUN_TEST_SECONDS:-3600} \
	  $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(long_tests)'
.PHONY: check-full check-unit check-long

# The folders that tests/long/test_aarch64.sh and `make fuzz` keep.
clean-local:
	rm -rf aarch64 fuzz
