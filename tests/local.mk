# Unit tests are cmocka programs that speak TAP; tests of the whole program
# are scripts that run the real mpirun.
TEST_EXTENSIONS = .sh
driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/tests/driver.sh \
	$(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = CMOCKA_MESSAGE_OUTPUT=TAP $(driver)
SH_LOG_DRIVER = $(driver)
LOG_COMPILER = $(SHELL) $(top_srcdir)/tests/limit.sh
SH_LOG_COMPILER = $(LOG_COMPILER)

# A test finds the program and the sources by these; mpirun works for root and
# with more ranks than cores.
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

# One line a unit test, in the list of the folder of src/ that it is about.  A
# list is one program, which runs the test that a link to it names.
unit_base = \
	tests/unit/test_apart \
	tests/unit/test_arena \
	tests/unit/test_cache \
	tests/unit/test_control_group \
	tests/unit/test_crc32c \
	tests/unit/test_digest \
	tests/unit/test_digest_index \
	tests/unit/test_file \
	tests/unit/test_functions \
	tests/unit/test_image \
	tests/unit/test_launcher \
	tests/unit/test_memory_limit \
	tests/unit/test_pair_index \
	tests/unit/test_process \
	tests/unit/test_processors \
	tests/unit/test_random \
	tests/unit/test_sha256 \
	tests/unit/test_show \
	tests/unit/test_stamp \
	tests/unit/test_status_line \
	tests/unit/test_storage \
	tests/unit/test_str \
	tests/unit/test_temporary \
	tests/unit/test_tree
unit_config = \
	tests/unit/test_document \
	tests/unit/test_document_faults \
	tests/unit/test_field \
	tests/unit/test_real_text
unit_cli = \
	tests/unit/test_command_line
unit_kernel = \
	tests/unit/test_columns \
	tests/unit/test_gemm \
	tests/unit/test_kernel \
	tests/unit/test_l1 \
	tests/unit/test_l1_digits \
	tests/unit/test_pair_mask \
	tests/unit/test_team \
	tests/unit/test_vector
unit_sampler = \
	tests/unit/test_assignments \
	tests/unit/test_cancelled \
	tests/unit/test_gaussian \
	tests/unit/test_repeats \
	tests/unit/test_samplers
unit_scheduler = \
	tests/unit/test_pbt \
	tests/unit/test_race \
	tests/unit/test_schedulers
unit_search = \
	tests/unit/test_proposals \
	tests/unit/test_study \
	tests/unit/test_suspects
unit_text = \
	tests/unit/test_bm25 \
	tests/unit/test_decompress \
	tests/unit/test_frame \
	tests/unit/test_lines \
	tests/unit/test_origins \
	tests/unit/test_pack \
	tests/unit/test_porter \
	tests/unit/test_protobuf_write \
	tests/unit/test_s_stem \
	tests/unit/test_subwords \
	tests/unit/test_subwords_file \
	tests/unit/test_vectors
unit_vectors = \
	tests/unit/test_glove \
	tests/unit/test_jobs \
	tests/unit/test_learned_vectors \
	tests/unit/test_word_vectors
unit_fetch = \
	tests/unit/test_data_path \
	tests/unit/test_data_sets \
	tests/unit/test_text_lines
unit_data = \
	tests/unit/test_batch \
	tests/unit/test_batch_length \
	tests/unit/test_deal \
	tests/unit/test_sentences \
	tests/unit/test_steps \
	tests/unit/test_vocab
unit_tape = \
	tests/unit/test_cross_entropy \
	tests/unit/test_dropout \
	tests/unit/test_gradients \
	tests/unit/test_ops \
	tests/unit/test_segment_ops \
	tests/unit/test_tape \
	tests/unit/test_team_ops
unit_head = \
	tests/unit/test_cloze_head \
	tests/unit/test_ensemble \
	tests/unit/test_ensemble_spans
unit_layer = \
	tests/unit/test_character_layer \
	tests/unit/test_characters \
	tests/unit/test_convolution \
	tests/unit/test_embedding \
	tests/unit/test_layers \
	tests/unit/test_reader_layers \
	tests/unit/test_gru_limit \
	tests/unit/test_recurrent \
	tests/unit/test_recurrent_layer
unit_attention = \
	tests/unit/test_attention \
	tests/unit/test_attention_reference \
	tests/unit/test_attention_room \
	tests/unit/test_attention_values \
	tests/unit/test_gradients_attention \
	tests/unit/test_newcomer \
	tests/unit/test_oracle \
	tests/unit/test_probe \
	tests/unit/test_site \
	tests/unit/test_sparse_weights \
	tests/unit/test_view
unit_model = \
	tests/unit/test_alignment \
	tests/unit/test_beam \
	tests/unit/test_beam_models \
	tests/unit/test_bidaf \
	tests/unit/test_candidates \
	tests/unit/test_decatt \
	tests/unit/test_models \
	tests/unit/test_models_gradient \
	tests/unit/test_multihead \
	tests/unit/test_places \
	tests/unit/test_pointing \
	tests/unit/test_presets \
	tests/unit/test_readers \
	tests/unit/test_reading \
	tests/unit/test_site_names \
	tests/unit/test_sites \
	tests/unit/test_transformer \
	tests/unit/test_universal
unit_task = \
	tests/unit/test_bleu \
	tests/unit/test_cloze \
	tests/unit/test_cloze_candidates \
	tests/unit/test_cloze_real \
	tests/unit/test_corpus \
	tests/unit/test_formula \
	tests/unit/test_headers \
	tests/unit/test_held_out \
	tests/unit/test_json \
	tests/unit/test_line_limits \
	tests/unit/test_layouts \
	tests/unit/test_layouts_files \
	tests/unit/test_layouts_xml \
	tests/unit/test_lisp \
	tests/unit/test_lisp_limits \
	tests/unit/test_lisp_types \
	tests/unit/test_made \
	tests/unit/test_mlu \
	tests/unit/test_mt \
	tests/unit/test_nli \
	tests/unit/test_open \
	tests/unit/test_open_answers \
	tests/unit/test_open_candidates \
	tests/unit/test_open_files \
	tests/unit/test_open_real \
	tests/unit/test_passages \
	tests/unit/test_problem \
	tests/unit/test_problem_made \
	tests/unit/test_question_type \
	tests/unit/test_rank \
	tests/unit/test_ranking \
	tests/unit/test_sentiment \
	tests/unit/test_span \
	tests/unit/test_span_features \
	tests/unit/test_span_held \
	tests/unit/test_span_real \
	tests/unit/test_span_target \
	tests/unit/test_squad \
	tests/unit/test_squad_score \
	tests/unit/test_task_checks \
	tests/unit/test_task_share \
	tests/unit/test_task_text \
	tests/unit/test_tasks \
	tests/unit/test_text2code
unit_optimizer = \
	tests/unit/test_optimizers
unit_comm = \
	tests/unit/test_numbers
unit_store = \
	tests/unit/test_answers_table \
	tests/unit/test_brief \
	tests/unit/test_hdf5 \
	tests/unit/test_result \
	tests/unit/test_state \
	tests/unit/test_sweep_file
unit_train = \
	tests/unit/test_average \
	tests/unit/test_forecast \
	tests/unit/test_gate_at_start \
	tests/unit/test_golden \
	tests/unit/test_inspect \
	tests/unit/test_keep_none \
	tests/unit/test_known \
	tests/unit/test_memory \
	tests/unit/test_resume \
	tests/unit/test_rungs \
	tests/unit/test_schedule \
	tests/unit/test_tables \
	tests/unit/test_threads \
	tests/unit/test_train \
	tests/unit/test_train_faults \
	tests/unit/test_train_room \
	tests/unit/test_visits
unit_experiment = \
	tests/unit/test_drawn \
	tests/unit/test_experiment \
	tests/unit/test_experiment_faults \
	tests/unit/test_experiment_text \
	tests/unit/test_experiment_variants \
	tests/unit/test_experiment_variants_faults \
	tests/unit/test_long_lists \
	tests/unit/test_namer \
	tests/unit/test_rounded \
	tests/unit/test_same_trials \
	tests/unit/test_space
unit_results = \
	tests/unit/test_journal \
	tests/unit/test_lease \
	tests/unit/test_lease_after \
	tests/unit/test_lease_hidden \
	tests/unit/test_ledger \
	tests/unit/test_other_data \
	tests/unit/test_record \
	tests/unit/test_running_history
unit_format = \
	tests/unit/test_folds \
	tests/unit/test_formats \
	tests/unit/test_grid
unit_report = \
	tests/unit/test_by_trait \
	tests/unit/test_csv \
	tests/unit/test_differences \
	tests/unit/test_group_pairs \
	tests/unit/test_pivot \
	tests/unit/test_pivot_daggers \
	tests/unit/test_prediction \
	tests/unit/test_selection \
	tests/unit/test_significance \
	tests/unit/test_statistics \
	tests/unit/test_table \
	tests/unit/test_table_by_trait \
	tests/unit/test_table_columns \
	tests/unit/test_table_notes \
	tests/unit/test_table_tests
unit_plot = \
	tests/unit/test_forest \
	tests/unit/test_line_types \
	tests/unit/test_page \
	tests/unit/test_page_room \
	tests/unit/test_plot_curves \
	tests/unit/test_plot_fields \
	tests/unit/test_plot_heat \
	tests/unit/test_plot_importance \
	tests/unit/test_plot_search \
	tests/unit/test_plot_stored \
	tests/unit/test_timeline \
	tests/unit/test_traits
unit_run = \
	tests/unit/test_copied \
	tests/unit/test_evaluations \
	tests/unit/test_inherit \
	tests/unit/test_proposer \
	tests/unit/test_roster \
	tests/unit/test_shipped \
	tests/unit/test_signals \
	tests/unit/test_time_limit \
	tests/unit/test_work
unit_simulate = \
	tests/unit/test_deaths \
	tests/unit/test_measured \
	tests/unit/test_measures \
	tests/unit/test_picture \
	tests/unit/test_simulate
# Those that stand in for a function of a library, or have a file of src/cmd/ in
# them, each a program of its own.
unit_own = \
	tests/unit/test_bench_subject \
	tests/unit/test_folder_faults \
	tests/unit/test_journal_pack \
	tests/unit/test_journal_pack_faults \
	tests/unit/test_lease_beats \
	tests/unit/test_lease_file \
	tests/unit/test_mapping \
	tests/unit/test_products \
	tests/unit/test_scribe \
	tests/unit/test_task_cache \
	tests/unit/test_task_folder

unit_links = $(unit_base) $(unit_config) $(unit_cli) $(unit_kernel) $(unit_sampler) \
	$(unit_scheduler) $(unit_search) $(unit_text) $(unit_fetch) $(unit_data) \
	$(unit_vectors) \
	$(unit_tape) $(unit_head) $(unit_layer) $(unit_attention) $(unit_model) \
	$(unit_task) $(unit_optimizer) $(unit_comm) $(unit_store) $(unit_train) \
	$(unit_experiment) $(unit_results) $(unit_format) $(unit_report) \
	$(unit_plot) $(unit_run) $(unit_simulate)
unit_tests = $(unit_links) $(unit_own)
unit_programs = tests/unit/base_tests tests/unit/config_tests \
	tests/unit/cli_tests \
	tests/unit/kernel_tests tests/unit/sampler_tests tests/unit/scheduler_tests \
	tests/unit/search_tests tests/unit/text_tests tests/unit/fetch_tests \
	tests/unit/vectors_tests \
	tests/unit/data_tests tests/unit/tape_tests tests/unit/head_tests \
	tests/unit/layer_tests tests/unit/attention_tests tests/unit/model_tests \
	tests/unit/task_tests tests/unit/optimizer_tests tests/unit/comm_tests \
	tests/unit/store_tests tests/unit/train_tests tests/unit/experiment_tests \
	tests/unit/results_tests tests/unit/format_tests tests/unit/report_tests \
	tests/unit/plot_tests tests/unit/run_tests tests/unit/simulate_tests \
	$(unit_own)

unit = tests/unit/main.c tests/unit/level.c tests/unit/level.h
toy = tests/toy.c tests/toy.h tests/unit/toy_tests.h
tests_unit_base_tests_SOURCES = $(unit) $(unit_base:=.c)
tests_unit_config_tests_SOURCES = $(unit) $(unit_config:=.c)
tests_unit_cli_tests_SOURCES = $(unit) $(unit_cli:=.c)
tests_unit_kernel_tests_SOURCES = $(unit) $(unit_kernel:=.c)
tests_unit_sampler_tests_SOURCES = $(unit) $(unit_sampler:=.c)
tests_unit_scheduler_tests_SOURCES = $(unit) $(unit_scheduler:=.c)
tests_unit_search_tests_SOURCES = $(unit) $(unit_search:=.c)
tests_unit_text_tests_SOURCES = $(unit) $(unit_text:=.c)
tests_unit_vectors_tests_SOURCES = $(unit) $(unit_vectors:=.c)
tests_unit_fetch_tests_SOURCES = $(unit) $(unit_fetch:=.c)
tests_unit_data_tests_SOURCES = $(unit) $(unit_data:=.c)
tests_unit_tape_tests_SOURCES = $(unit) $(unit_tape:=.c)
tests_unit_head_tests_SOURCES = $(unit) $(unit_head:=.c)
tests_unit_layer_tests_SOURCES = $(unit) $(unit_layer:=.c)
tests_unit_attention_tests_SOURCES = $(unit) $(unit_attention:=.c)
tests_unit_model_tests_SOURCES = $(unit) $(unit_model:=.c)
tests_unit_task_tests_SOURCES = $(unit) $(unit_task:=.c) $(toy)
tests_unit_optimizer_tests_SOURCES = $(unit) $(unit_optimizer:=.c)
tests_unit_comm_tests_SOURCES = $(unit) $(unit_comm:=.c)
tests_unit_store_tests_SOURCES = $(unit) $(unit_store:=.c)
tests_unit_train_tests_SOURCES = $(unit) $(unit_train:=.c) $(toy)
tests_unit_experiment_tests_SOURCES = $(unit) $(unit_experiment:=.c)
tests_unit_results_tests_SOURCES = $(unit) $(unit_results:=.c)
tests_unit_format_tests_SOURCES = $(unit) $(unit_format:=.c)
tests_unit_report_tests_SOURCES = $(unit) $(unit_report:=.c)
tests_unit_plot_tests_SOURCES = $(unit) $(unit_plot:=.c)
tests_unit_run_tests_SOURCES = $(unit) $(unit_run:=.c)
tests_unit_simulate_tests_SOURCES = $(unit) $(unit_simulate:=.c)
tests_unit_test_bench_subject_SOURCES = tests/unit/test_bench_subject.c $(unit)
tests_unit_test_folder_faults_SOURCES = tests/unit/test_folder_faults.c $(unit)
tests_unit_test_journal_pack_SOURCES = tests/unit/test_journal_pack.c $(unit)
tests_unit_test_journal_pack_faults_SOURCES = \
	tests/unit/test_journal_pack_faults.c $(unit)
tests_unit_test_lease_beats_SOURCES = tests/unit/test_lease_beats.c $(unit)
tests_unit_test_lease_file_SOURCES = tests/unit/test_lease_file.c $(unit)
tests_unit_test_mapping_SOURCES = tests/unit/test_mapping.c $(unit)
tests_unit_test_products_SOURCES = tests/unit/test_products.c $(unit) $(toy)
tests_unit_test_scribe_SOURCES = tests/unit/test_scribe.c $(unit)
tests_unit_test_task_cache_SOURCES = tests/unit/test_task_cache.c $(unit)
tests_unit_test_task_folder_SOURCES = tests/unit/test_task_folder.c $(unit)
$(unit_base): tests/unit/base_tests$(EXEEXT)
$(unit_config): tests/unit/config_tests$(EXEEXT)
$(unit_cli): tests/unit/cli_tests$(EXEEXT)
$(unit_kernel): tests/unit/kernel_tests$(EXEEXT)
$(unit_sampler): tests/unit/sampler_tests$(EXEEXT)
$(unit_scheduler): tests/unit/scheduler_tests$(EXEEXT)
$(unit_search): tests/unit/search_tests$(EXEEXT)
$(unit_text): tests/unit/text_tests$(EXEEXT)
$(unit_vectors): tests/unit/vectors_tests$(EXEEXT)
$(unit_fetch): tests/unit/fetch_tests$(EXEEXT)
$(unit_data): tests/unit/data_tests$(EXEEXT)
$(unit_tape): tests/unit/tape_tests$(EXEEXT)
$(unit_head): tests/unit/head_tests$(EXEEXT)
$(unit_layer): tests/unit/layer_tests$(EXEEXT)
$(unit_attention): tests/unit/attention_tests$(EXEEXT)
$(unit_model): tests/unit/model_tests$(EXEEXT)
$(unit_task): tests/unit/task_tests$(EXEEXT)
$(unit_optimizer): tests/unit/optimizer_tests$(EXEEXT)
$(unit_comm): tests/unit/comm_tests$(EXEEXT)
$(unit_store): tests/unit/store_tests$(EXEEXT)
$(unit_train): tests/unit/train_tests$(EXEEXT)
$(unit_experiment): tests/unit/experiment_tests$(EXEEXT)
$(unit_results): tests/unit/results_tests$(EXEEXT)
$(unit_format): tests/unit/format_tests$(EXEEXT)
$(unit_report): tests/unit/report_tests$(EXEEXT)
$(unit_plot): tests/unit/plot_tests$(EXEEXT)
$(unit_run): tests/unit/run_tests$(EXEEXT)
$(unit_simulate): tests/unit/simulate_tests$(EXEEXT)
$(unit_links):
	$(AM_V_GEN)ln -sf `basename $<` $@
unit_objects = $(unit_tests:=.$(OBJEXT))
$(unit_objects): CFLAGS += $(TEST_CFLAGS)
CLEANFILES += $(unit_links)

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
	tests/cli/test_day.sh \
	tests/cli/test_doubts.sh \
	tests/cli/test_draws.sh \
	tests/cli/test_earlier.sh \
	tests/cli/test_endless.sh \
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
	tests/cli/test_moved.sh \
	tests/cli/test_mt.sh \
	tests/cli/test_open.sh \
	tests/cli/test_other_data.sh \
	tests/cli/test_pages.sh \
	tests/cli/test_predict.sh \
	tests/cli/test_prune.sh \
	tests/cli/test_planted.sh \
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
	tests/cli/test_vectors.sh \
	tests/cli/test_verify.sh \
	tests/cli/test_damage.sh \
	tests/cli/test_data.sh \
	tests/cli/test_data_schema.sh \
	tests/lint.sh \
	tests/mpi/test_cache.sh \
	tests/mpi/test_comm.sh \
	tests/mpi/test_cloze.sh \
	tests/mpi/test_disk.sh \
	tests/mpi/test_downs.sh \
	tests/mpi/test_faults.sh \
	tests/mpi/test_kill.sh \
	tests/mpi/test_lease.sh \
	tests/mpi/test_lease_lost.sh \
	tests/mpi/test_numerics.sh \
	tests/mpi/test_pbt.sh \
	tests/mpi/test_readers_shapes.sh \
	tests/mpi/test_search.sh \
	tests/mpi/test_shapes.sh \
	tests/mpi/test_small_results.sh \
	tests/mpi/test_small_trials.sh \
	tests/mpi/test_train_shapes.sh \
	tests/mpi/test_trouble.sh

# Those of all lists that wait more than they work: they run several at a time,
# beside the others.  The last number of a line ":seconds: WAITED WORKED" in
# TEST.trs is then well below the first.
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
	tests/mpi/test_downs.sh \
	tests/mpi/test_faults.sh \
	tests/mpi/test_hosts.sh \
	tests/mpi/test_kill.sh \
	tests/mpi/test_lease.sh \
	tests/mpi/test_lease_lost.sh \
	tests/mpi/test_pbt.sh \
	tests/mpi/test_search.sh \
	tests/mpi/test_small_results.sh \
	tests/mpi/test_trouble.sh \
	tests/unit/test_lease \
	tests/unit/test_lease_after \
	tests/unit/test_lease_beats \
	tests/unit/test_lease_file \
	tests/unit/test_lease_hidden

# One line a test that is too long for `make check`: `make check-full` runs it.
full_tests = \
	tests/cli/test_export_models.sh \
	tests/cli/test_hours.sh \
	tests/cli/test_memory.sh \
	tests/cli/test_mlu_made.sh \
	tests/cli/test_report_browser.sh \
	tests/full/test_bench.sh \
	tests/full/test_configure.sh \
	tests/full/test_schema_fields.sh \
	tests/full/test_tutorial.sh \
	tests/full/test_units.sh \
	tests/mpi/test_hosts.sh \
	tests/mpi/test_many_trials.sh

# Programs that scripts run under mpirun.
mpi_programs = tests/mpi/comm_program tests/mpi/hold_open \
	tests/mpi/other_build tests/mpi/train_program
tests_mpi_other_build_SOURCES = $(codarun_SOURCES) tests/mpi/other_version.c
tests_mpi_other_build_LDADD = $(codarun_LDADD)
tests_mpi_train_program_SOURCES = tests/mpi/train_program.c tests/toy.c \
	tests/toy.h
check_PROGRAMS += $(mpi_programs)

# Programs that scripts run by themselves.
check_PROGRAMS += tests/cli/alter_result tests/cli/lead_out \
	tests/cli/plain_journal tests/cli/stored_answers \
	tests/cli/take_experiments

# One line a test that takes many minutes, a script too: only `make check-long`
# runs it, with CODARUN_LONG=1.
long_tests = \
	tests/long/test_aarch64.sh \
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

# The attention kind that docs/how-to/add-a-kind.md adds and its YAML, the last
# blocks of their sort.
newcomer = docs/how-to/add-a-kind.md
tests/unit/newcomer_dot.c: $(newcomer)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && awk '/^```/ { p = $$0 == "```c"; next } p' \
	  $(top_srcdir)/$(newcomer) >$@
tests/unit/newcomer_dot.def: $(newcomer)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && awk '/^```/ { p = $$0 == "```yaml"; \
	  if (p) n = 0; next } p { line[n++] = $$0 } \
	  END { for (i = 0; i < n; i++) print "\"" line[i] "\\n\"" }' \
	  $(top_srcdir)/$(newcomer) >$@
tests/unit/test_newcomer.$(OBJEXT): tests/unit/newcomer_dot.c \
	tests/unit/newcomer_dot.def
tests/unit/test_bench_subject.$(OBJEXT): tests/unit/newcomer_dot.c
CLEANFILES += tests/unit/newcomer_dot.c tests/unit/newcomer_dot.def

# What the tests have of each kind is a file each, which the lists of kinds find:
# the cases that pin its digits, of an optimiser its paper's form, of a model its
# trials that are exported and what computes from them, of an op the cases that
# hold its gradient to differences.
golden_cases = $(attention_kinds:src/%.c=tests/unit/golden/%.def) \
	$(model_kinds:src/%.c=tests/unit/golden/%.def) \
	$(optimizer_kinds:src/%.c=tests/unit/golden/%.def)
optimizer_papers = $(optimizer_kinds:src/optimizer/%.c=tests/unit/papers/%.h)
op_gradients = $(ops:src/tape/op_%.c=tests/unit/gradients/%.h)
include_each = $(AM_V_GEN)$(MKDIR_P) $(@D) && printf '\#include "../%s"\n'
tests/unit/golden_cases.def: src/local.mk tests/local.mk
	$(include_each) $(golden_cases) >$@
tests/unit/optimizer_papers.h: src/local.mk tests/local.mk
	$(include_each) $(optimizer_papers) >$@
tests/unit/op_gradients.h: src/local.mk tests/local.mk
	$(include_each) $(op_gradients) >$@ && \
	  { printf '#define EACH_OP(X)' && \
	  printf ' X(%s)' $(ops:src/tape/op_%.c=%) && echo; } >>$@
tests/unit/test_golden.$(OBJEXT): tests/unit/golden_cases.def
tests/unit/test_gradients.$(OBJEXT): tests/unit/op_gradients.h
tests/unit/test_optimizers.$(OBJEXT): tests/unit/optimizer_papers.h
CLEANFILES += tests/unit/golden_cases.def tests/unit/op_gradients.h \
	tests/unit/optimizer_papers.h
EXTRA_DIST += $(golden_cases) $(op_gradients) $(optimizer_papers) \
	$(model_kinds:src/model/%.c=tests/peers/models/%.py) \
	$(model_kinds:src/model/%.c=tests/peers/models/%.sh)

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
	tests/cli/stranger.sh \
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
	tests/cli/report_probe.js \
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
	tests/peers/torch_twins.py \
	tests/circles.awk \
	tests/schedule.sh \
	tests/seconds \
	tests/tap.sh \
	tests/lead_out.h \
	tests/test.h \
	tests/unit/attention_fixture.h \
	tests/unit/attention_values.def \
	tests/unit/bidaf_twin.h \
	tests/unit/bleu_values.def \
	tests/unit/by_trait_fixture.h \
	tests/unit/bytes_fixture.h \
	tests/unit/chosen_fixture.h \
	tests/unit/cloze_fixture.h \
	tests/unit/drawn_decoder.h \
	tests/unit/differences_fixture.h \
	tests/unit/document_fixture.h \
	tests/unit/ensemble_fixture.h \
	tests/unit/experiment_fixture.h \
	tests/unit/export_fixture.h \
	tests/unit/export_reader.h \
	tests/unit/fleet_fixture.h \
	tests/unit/folder_fixture.h \
	tests/unit/heads.h \
	tests/unit/journal_fixture.h \
	tests/unit/golden_cases.h \
	tests/unit/golden_fixture.h \
	tests/unit/gradient_check.h \
	tests/unit/l1_fixture.h \
	tests/unit/layer_fixture.h \
	tests/unit/lease_fixture.h \
	tests/unit/layout_files.h \
	tests/unit/ledger_fixture.h \
	tests/unit/lisp_fixture.h \
	tests/unit/maxout_fixture.h \
	tests/unit/model_fixture.h \
	tests/unit/model_uses.h \
	tests/unit/reader_names.h \
	tests/unit/pivot_fixture.h \
	tests/unit/page_fixture.h \
	tests/unit/plot_fixture.h \
	tests/unit/runs_fixture.h \
	tests/unit/race_fixture.h \
	tests/unit/recurrent_fixture.h \
	tests/unit/settled.h \
	tests/unit/significance_values.def \
	tests/unit/scene_fixture.h \
	tests/unit/skip.sh \
	tests/unit/span_fixture.h \
	tests/unit/squad_files.h \
	tests/unit/task_cache_data.h \
	tests/unit/study_disk.h \
	tests/unit/study_late.h \
	tests/unit/study_laws.h \
	tests/unit/gaussian_plain.h \
	tests/unit/study_searches.h \
	tests/unit/study_seeds.h \
	tests/unit/study_world.h \
	tests/unit/subwords_fixture.h \
	tests/unit/table_fixture.h \
	tests/unit/tape_fixture.h \
	tests/unit/task_equal.h \
	tests/unit/team_fixture.h \
	tests/unit/tree_fixture.h \
	tests/unit/result_files.h \
	tests/unit/text_files.h \
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
# Last, where it is read.
check-local: check-TESTS
	@set $(unit_tests); echo "make check: configure found no cmocka," \
	  "so the $$# programs of unit tests were NOT run." >&2; \
	  echo "Install libcmocka-dev (Debian) or libcmocka-devel (Fedora)" \
	  "and type ./config.status --recheck." >&2
endif
TESTS += $(script_tests)

# One line a fuzz target; tests/fuzz/fuzz.h has the recipe.  `make fuzz` builds
# them in a folder of their own, `fuzz-kernels` the kernels for that, which need
# minutes with the sanitizers, and read no bytes from outside.
fuzz_targets = \
	tests/fuzz/fuzz_archive \
	tests/fuzz/fuzz_checksums \
	tests/fuzz/fuzz_envelope \
	tests/fuzz/fuzz_ids \
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

# In place of Automake's: the longest first, and those that wait beside the rest.
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

# What tests/long/test_aarch64.sh and `make fuzz` keep.
clean-local:
	rm -rf aarch64 fuzz
