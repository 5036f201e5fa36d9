# Unit tests are cmocka programs that print TAP.  Their folders are those of
# src/: tests/unit/FOLDER/test_NAME.c tests src/FOLDER/.
#
# One line a test, in the list of its folder.  Each list is built as one
# program, tests/unit/FOLDER/tests.  A link to it has a test's name, and runs
# that test.
unit_base_core = \
	tests/unit/base/core/test_arena \
	tests/unit/base/core/test_die \
	tests/unit/base/core/test_show \
	tests/unit/base/core/test_status_line \
	tests/unit/base/core/test_str
unit_base_numbers = \
	tests/unit/base/numbers/test_digest \
	tests/unit/base/numbers/test_digest_index \
	tests/unit/base/numbers/test_math_functions \
	tests/unit/base/numbers/test_random
unit_base_system = \
	tests/unit/base/system/test_control_group \
	tests/unit/base/system/test_launcher \
	tests/unit/base/system/test_machine \
	tests/unit/base/system/test_memory_limit \
	tests/unit/base/system/test_process \
	tests/unit/base/system/test_processors \
	tests/unit/base/system/test_subprocess
unit_base_files = \
	tests/unit/base/files/test_cache \
	tests/unit/base/files/test_file \
	tests/unit/base/files/test_file_stat \
	tests/unit/base/files/test_image \
	tests/unit/base/files/test_io_watchdog \
	tests/unit/base/files/test_temporary
unit_config_field = \
	tests/unit/config/field/test_field \
	tests/unit/config/field/test_real_text
unit_config_yaml = \
	tests/unit/config/yaml/test_document \
	tests/unit/config/yaml/test_document_faults
unit_config_command_line = \
	tests/unit/config/command_line/test_command_line
unit_text_files = \
	tests/unit/text/files/test_decompress \
	tests/unit/text/files/test_lines \
	tests/unit/text/files/test_pack
unit_text_language = \
	tests/unit/text/language/test_bm25 \
	tests/unit/text/language/test_origins \
	tests/unit/text/language/test_pair_index \
	tests/unit/text/language/test_subwords \
	tests/unit/text/language/test_subwords_file \
	tests/unit/text/language/test_vectors
unit_engine_kernel = \
	tests/unit/engine/kernel/test_columns \
	tests/unit/engine/kernel/test_gemm \
	tests/unit/engine/kernel/test_kernel \
	tests/unit/engine/kernel/test_l1 \
	tests/unit/engine/kernel/test_l1_digits \
	tests/unit/engine/kernel/test_pair_mask \
	tests/unit/engine/kernel/test_team \
	tests/unit/engine/kernel/test_vector
unit_engine_comm = \
	tests/unit/engine/comm/test_tag_pool
unit_engine_data = \
	tests/unit/engine/data/test_batch \
	tests/unit/engine/data/test_batch_length \
	tests/unit/engine/data/test_loader \
	tests/unit/engine/data/test_sentences \
	tests/unit/engine/data/test_steps \
	tests/unit/engine/data/test_tree \
	tests/unit/engine/data/test_vocab
unit_engine_tape = \
	tests/unit/engine/tape/test_cross_entropy \
	tests/unit/engine/tape/test_dropout \
	tests/unit/engine/tape/test_gradients \
	tests/unit/engine/tape/test_ops \
	tests/unit/engine/tape/test_segment_ops \
	tests/unit/engine/tape/test_tape \
	tests/unit/engine/tape/test_team_ops
unit_engine_head = \
	tests/unit/engine/head/test_cloze_head \
	tests/unit/engine/head/test_ensemble \
	tests/unit/engine/head/test_ensemble_spans
unit_engine_layer = \
	tests/unit/engine/layer/test_character_layer \
	tests/unit/engine/layer/test_characters \
	tests/unit/engine/layer/test_convolution \
	tests/unit/engine/layer/test_embedding \
	tests/unit/engine/layer/test_gru_limit \
	tests/unit/engine/layer/test_layers \
	tests/unit/engine/layer/test_reader_layers \
	tests/unit/engine/layer/test_recurrent \
	tests/unit/engine/layer/test_recurrent_layer
unit_engine_attention = \
	tests/unit/engine/attention/test_attention \
	tests/unit/engine/attention/test_attention_reference \
	tests/unit/engine/attention/test_attention_memory \
	tests/unit/engine/attention/test_attention_values \
	tests/unit/engine/attention/test_gradients_attention \
	tests/unit/engine/attention/test_documented_kind \
	tests/unit/engine/attention/test_reference_values \
	tests/unit/engine/attention/test_part_stats \
	tests/unit/engine/attention/test_site \
	tests/unit/engine/attention/test_sparse_weights \
	tests/unit/engine/attention/test_attention_maps
unit_engine_model = \
	tests/unit/engine/model/test_alignment \
	tests/unit/engine/model/test_beam \
	tests/unit/engine/model/test_beam_models \
	tests/unit/engine/model/test_bidaf \
	tests/unit/engine/model/test_candidates \
	tests/unit/engine/model/test_decatt \
	tests/unit/engine/model/test_input_layer \
	tests/unit/engine/model/test_models \
	tests/unit/engine/model/test_models_gradient \
	tests/unit/engine/model/test_multihead \
	tests/unit/engine/model/test_pointing \
	tests/unit/engine/model/test_presets \
	tests/unit/engine/model/test_readers \
	tests/unit/engine/model/test_site_names \
	tests/unit/engine/model/test_site_places \
	tests/unit/engine/model/test_sites \
	tests/unit/engine/model/test_transformer \
	tests/unit/engine/model/test_universal
unit_engine_optimizer = \
	tests/unit/engine/optimizer/test_optimizers
unit_engine_metric = \
	tests/unit/engine/metric/test_bleu \
	tests/unit/engine/metric/test_formula
unit_engine_task = \
	tests/unit/engine/task/test_data_path \
	tests/unit/engine/task/test_task_checks \
	tests/unit/engine/task/test_task_share \
	tests/unit/engine/task/test_tasks
unit_engine_store = \
	tests/unit/engine/store/test_answers_table \
	tests/unit/engine/store/test_hdf5 \
	tests/unit/engine/store/test_result \
	tests/unit/engine/store/test_result_summary \
	tests/unit/engine/store/test_state \
	tests/unit/engine/store/test_sweep_file
unit_engine_train = \
	tests/unit/engine/train/test_average \
	tests/unit/engine/train/test_gate_at_start \
	tests/unit/engine/train/test_golden \
	tests/unit/engine/train/test_inspect \
	tests/unit/engine/train/test_keep_none \
	tests/unit/engine/train/test_memory \
	tests/unit/engine/train/test_resume \
	tests/unit/engine/train/test_run_estimate \
	tests/unit/engine/train/test_rungs \
	tests/unit/engine/train/test_schedule \
	tests/unit/engine/train/test_state_metadata \
	tests/unit/engine/train/test_tables \
	tests/unit/engine/train/test_threads \
	tests/unit/engine/train/test_train \
	tests/unit/engine/train/test_train_faults \
	tests/unit/engine/train/test_train_memory \
	tests/unit/engine/train/test_visits
unit_engine_word_vectors = \
	tests/unit/engine/word_vectors/test_glove \
	tests/unit/engine/word_vectors/test_jobs \
	tests/unit/engine/word_vectors/test_learned_vectors \
	tests/unit/engine/word_vectors/test_word_vectors
unit_tasks_common = \
	tests/unit/tasks/common/test_corpus \
	tests/unit/tasks/common/test_headers \
	tests/unit/tasks/common/test_held_out \
	tests/unit/tasks/common/test_json \
	tests/unit/tasks/common/test_line_limits \
	tests/unit/tasks/common/test_made
unit_tasks_labelled = \
	tests/unit/tasks/labelled/test_nli \
	tests/unit/tasks/labelled/test_sentiment
unit_tasks_rank = \
	tests/unit/tasks/rank/test_rank \
	tests/unit/tasks/rank/test_ranking
unit_tasks_span = \
	tests/unit/tasks/span/test_porter \
	tests/unit/tasks/span/test_question_type \
	tests/unit/tasks/span/test_s_stem \
	tests/unit/tasks/span/test_span \
	tests/unit/tasks/span/test_span_features \
	tests/unit/tasks/span/test_span_held \
	tests/unit/tasks/span/test_span_real \
	tests/unit/tasks/span/test_span_target \
	tests/unit/tasks/span/test_squad \
	tests/unit/tasks/span/test_squad_score
unit_tasks_cloze = \
	tests/unit/tasks/cloze/test_cloze \
	tests/unit/tasks/cloze/test_cloze_candidates \
	tests/unit/tasks/cloze/test_cloze_real \
	tests/unit/tasks/cloze/test_layouts \
	tests/unit/tasks/cloze/test_layouts_files \
	tests/unit/tasks/cloze/test_layouts_xml
unit_tasks_open = \
	tests/unit/tasks/open/test_open \
	tests/unit/tasks/open/test_open_answers \
	tests/unit/tasks/open/test_open_candidates \
	tests/unit/tasks/open/test_open_files \
	tests/unit/tasks/open/test_open_real \
	tests/unit/tasks/open/test_passages
unit_tasks_translation = \
	tests/unit/tasks/translation/test_mt
unit_tasks_arithmetic = \
	tests/unit/tasks/arithmetic/test_mlu
unit_tasks_lisp = \
	tests/unit/tasks/lisp/test_lisp \
	tests/unit/tasks/lisp/test_lisp_limits \
	tests/unit/tasks/lisp/test_lisp_types
unit_tasks_programs = \
	tests/unit/tasks/programs/test_problem \
	tests/unit/tasks/programs/test_problem_made \
	tests/unit/tasks/programs/test_text2code
unit_sweep_sampler = \
	tests/unit/sweep/sampler/test_assignments \
	tests/unit/sweep/sampler/test_cancelled \
	tests/unit/sweep/sampler/test_gaussian \
	tests/unit/sweep/sampler/test_mixture \
	tests/unit/sweep/sampler/test_repeats \
	tests/unit/sweep/sampler/test_samplers
unit_sweep_scheduler = \
	tests/unit/sweep/scheduler/test_pbt \
	tests/unit/sweep/scheduler/test_scheduler_state \
	tests/unit/sweep/scheduler/test_schedulers
unit_sweep_study = \
	tests/unit/sweep/study/test_policy \
	tests/unit/sweep/study/test_proposals \
	tests/unit/sweep/study/test_study \
	tests/unit/sweep/study/test_suspects
unit_sweep_experiment = \
	tests/unit/sweep/experiment/test_experiment \
	tests/unit/sweep/experiment/test_experiment_faults \
	tests/unit/sweep/experiment/test_experiment_text \
	tests/unit/sweep/experiment/test_experiment_variants \
	tests/unit/sweep/experiment/test_experiment_variants_faults \
	tests/unit/sweep/experiment/test_long_lists \
	tests/unit/sweep/experiment/test_namer \
	tests/unit/sweep/experiment/test_proposal_cache \
	tests/unit/sweep/experiment/test_rounded \
	tests/unit/sweep/experiment/test_same_trials \
	tests/unit/sweep/experiment/test_space
unit_sweep_folder = \
	tests/unit/sweep/folder/test_folder \
	tests/unit/sweep/folder/test_lease \
	tests/unit/sweep/folder/test_lease_after \
	tests/unit/sweep/folder/test_lease_hidden
unit_sweep_ledger = \
	tests/unit/sweep/ledger/test_journal \
	tests/unit/sweep/ledger/test_ledger \
	tests/unit/sweep/ledger/test_record \
	tests/unit/sweep/ledger/test_replay
unit_sweep_results = \
	tests/unit/sweep/results/test_other_data
unit_sweep_coordinator = \
	tests/unit/sweep/coordinator/test_coordinator \
	tests/unit/sweep/coordinator/test_evaluations \
	tests/unit/sweep/coordinator/test_membership \
	tests/unit/sweep/coordinator/test_time_estimate
unit_sweep_run = \
	tests/unit/sweep/run/test_copied \
	tests/unit/sweep/run/test_inherit \
	tests/unit/sweep/run/test_proposer \
	tests/unit/sweep/run/test_shipped_experiments \
	tests/unit/sweep/run/test_signals \
	tests/unit/sweep/run/test_time_limit
unit_sweep_simulate = \
	tests/unit/sweep/simulate/test_deaths \
	tests/unit/sweep/simulate/test_gantt \
	tests/unit/sweep/simulate/test_measured_trials \
	tests/unit/sweep/simulate/test_measures \
	tests/unit/sweep/simulate/test_replay_log \
	tests/unit/sweep/simulate/test_simulate
unit_report_format = \
	tests/unit/report/format/test_column_wrap \
	tests/unit/report/format/test_formats \
	tests/unit/report/format/test_grid
unit_report_statistics = \
	tests/unit/report/statistics/test_significance \
	tests/unit/report/statistics/test_statistics
unit_report_answers = \
	tests/unit/report/answers/test_prediction
unit_report_tables = \
	tests/unit/report/tables/test_by_trait \
	tests/unit/report/tables/test_differences \
	tests/unit/report/tables/test_group_pairs \
	tests/unit/report/tables/test_pivot \
	tests/unit/report/tables/test_pivot_daggers \
	tests/unit/report/tables/test_selection \
	tests/unit/report/tables/test_table \
	tests/unit/report/tables/test_table_by_trait \
	tests/unit/report/tables/test_table_columns \
	tests/unit/report/tables/test_table_notes \
	tests/unit/report/tables/test_table_tests
unit_report_history = \
	tests/unit/report/history/test_crc32c \
	tests/unit/report/history/test_protobuf_write
unit_report_plot = \
	tests/unit/report/plot/test_fonts \
	tests/unit/report/plot/test_forest \
	tests/unit/report/plot/test_line_types \
	tests/unit/report/plot/test_page \
	tests/unit/report/plot/test_page_text \
	tests/unit/report/plot/test_plot_curves \
	tests/unit/report/plot/test_plot_fields \
	tests/unit/report/plot/test_plot_heatmap \
	tests/unit/report/plot/test_plot_importance \
	tests/unit/report/plot/test_plot_search \
	tests/unit/report/plot/test_plot_stored \
	tests/unit/report/plot/test_running_history \
	tests/unit/report/plot/test_timeline \
	tests/unit/report/plot/test_traits
unit_fetch = \
	tests/unit/fetch/test_data_sets \
	tests/unit/fetch/test_sha256 \
	tests/unit/fetch/test_text_lines
unit_cmd = \
	tests/unit/cmd/test_frame
unit_cmd_verify = \
	tests/unit/cmd/verify/test_csv
# Tests that need a program of their own: they replace a function of a library,
# include a file of src/bench/, or use tasks that experiment_fixture.h replaces.
unit_own = \
	tests/unit/base/files/test_folder_faults \
	tests/unit/base/files/test_mapping \
	tests/unit/bench/test_bench_subject \
	tests/unit/engine/kernel/test_products \
	tests/unit/engine/task/test_task_cache \
	tests/unit/engine/task/test_task_folder \
	tests/unit/sweep/experiment/test_task_text \
	tests/unit/sweep/folder/test_lease_file \
	tests/unit/sweep/folder/test_lease_heartbeats \
	tests/unit/sweep/ledger/test_journal_pack \
	tests/unit/sweep/ledger/test_journal_pack_faults \
	tests/unit/sweep/ledger/test_journal_writer

unit_links = $(unit_base_core) $(unit_base_numbers) $(unit_base_system) \
	$(unit_base_files) $(unit_config_field) $(unit_config_yaml) \
	$(unit_config_command_line) $(unit_text_files) $(unit_text_language) \
	$(unit_engine_kernel) $(unit_engine_comm) $(unit_engine_data) \
	$(unit_engine_tape) $(unit_engine_head) $(unit_engine_layer) \
	$(unit_engine_attention) $(unit_engine_model) $(unit_engine_optimizer) \
	$(unit_engine_metric) $(unit_engine_task) $(unit_engine_store) \
	$(unit_engine_train) $(unit_engine_word_vectors) $(unit_tasks_common) \
	$(unit_tasks_labelled) $(unit_tasks_rank) $(unit_tasks_span) \
	$(unit_tasks_cloze) $(unit_tasks_open) $(unit_tasks_translation) \
	$(unit_tasks_arithmetic) $(unit_tasks_lisp) $(unit_tasks_programs) \
	$(unit_sweep_sampler) $(unit_sweep_scheduler) $(unit_sweep_study) \
	$(unit_sweep_experiment) $(unit_sweep_folder) \
	$(unit_sweep_ledger) $(unit_sweep_results) \
	$(unit_sweep_coordinator) $(unit_sweep_run) \
	$(unit_sweep_simulate) $(unit_report_format) $(unit_report_statistics) \
	$(unit_report_answers) $(unit_report_tables) $(unit_report_history) \
	$(unit_report_plot) $(unit_fetch) $(unit_cmd) \
	$(unit_cmd_verify)
unit_tests = $(unit_links) $(unit_own)
unit_programs = tests/unit/base/core/tests tests/unit/base/numbers/tests \
	tests/unit/base/system/tests tests/unit/base/files/tests \
	tests/unit/config/field/tests tests/unit/config/yaml/tests \
	tests/unit/config/command_line/tests tests/unit/text/files/tests \
	tests/unit/text/language/tests tests/unit/engine/kernel/tests \
	tests/unit/engine/comm/tests tests/unit/engine/data/tests \
	tests/unit/engine/tape/tests tests/unit/engine/head/tests \
	tests/unit/engine/layer/tests tests/unit/engine/attention/tests \
	tests/unit/engine/model/tests tests/unit/engine/optimizer/tests \
	tests/unit/engine/metric/tests tests/unit/engine/task/tests \
	tests/unit/engine/store/tests tests/unit/engine/train/tests \
	tests/unit/engine/word_vectors/tests tests/unit/tasks/common/tests \
	tests/unit/tasks/labelled/tests tests/unit/tasks/rank/tests \
	tests/unit/tasks/span/tests tests/unit/tasks/cloze/tests \
	tests/unit/tasks/open/tests tests/unit/tasks/translation/tests \
	tests/unit/tasks/arithmetic/tests tests/unit/tasks/lisp/tests \
	tests/unit/tasks/programs/tests tests/unit/sweep/sampler/tests \
	tests/unit/sweep/scheduler/tests tests/unit/sweep/study/tests \
	tests/unit/sweep/experiment/tests tests/unit/sweep/folder/tests \
	tests/unit/sweep/ledger/tests \
	tests/unit/sweep/results/tests tests/unit/sweep/coordinator/tests \
	tests/unit/sweep/run/tests \
	tests/unit/sweep/simulate/tests tests/unit/report/format/tests \
	tests/unit/report/statistics/tests tests/unit/report/answers/tests \
	tests/unit/report/tables/tests tests/unit/report/history/tests \
	tests/unit/report/plot/tests \
	tests/unit/fetch/tests tests/unit/cmd/tests tests/unit/cmd/verify/tests \
	$(unit_own)

unit = tests/unit/main.c tests/unit/level.c tests/unit/level.h
toy = tests/toy.c tests/toy.h tests/unit/toy_tests.h
tests_unit_base_core_tests_SOURCES = $(unit) $(unit_base_core:=.c)
tests_unit_base_numbers_tests_SOURCES = $(unit) $(unit_base_numbers:=.c)
tests_unit_base_system_tests_SOURCES = $(unit) $(unit_base_system:=.c)
tests_unit_base_files_tests_SOURCES = $(unit) $(unit_base_files:=.c)
tests_unit_config_field_tests_SOURCES = $(unit) $(unit_config_field:=.c)
tests_unit_config_yaml_tests_SOURCES = $(unit) $(unit_config_yaml:=.c)
tests_unit_config_command_line_tests_SOURCES = \
	$(unit) $(unit_config_command_line:=.c)
tests_unit_text_files_tests_SOURCES = $(unit) $(unit_text_files:=.c)
tests_unit_text_language_tests_SOURCES = $(unit) $(unit_text_language:=.c)
tests_unit_engine_kernel_tests_SOURCES = $(unit) $(unit_engine_kernel:=.c)
tests_unit_engine_comm_tests_SOURCES = $(unit) $(unit_engine_comm:=.c)
tests_unit_engine_data_tests_SOURCES = $(unit) $(unit_engine_data:=.c)
tests_unit_engine_tape_tests_SOURCES = $(unit) $(unit_engine_tape:=.c)
tests_unit_engine_head_tests_SOURCES = $(unit) $(unit_engine_head:=.c)
tests_unit_engine_layer_tests_SOURCES = $(unit) $(unit_engine_layer:=.c)
tests_unit_engine_attention_tests_SOURCES = \
	$(unit) $(unit_engine_attention:=.c)
tests_unit_engine_model_tests_SOURCES = $(unit) $(unit_engine_model:=.c)
tests_unit_engine_optimizer_tests_SOURCES = \
	$(unit) $(unit_engine_optimizer:=.c)
tests_unit_engine_metric_tests_SOURCES = $(unit) $(unit_engine_metric:=.c)
tests_unit_engine_task_tests_SOURCES = $(unit) $(unit_engine_task:=.c)
tests_unit_engine_store_tests_SOURCES = $(unit) $(unit_engine_store:=.c)
tests_unit_engine_train_tests_SOURCES = \
	$(unit) $(unit_engine_train:=.c) $(toy)
tests_unit_engine_word_vectors_tests_SOURCES = \
	$(unit) $(unit_engine_word_vectors:=.c)
tests_unit_tasks_common_tests_SOURCES = \
	$(unit) $(unit_tasks_common:=.c) $(toy)
tests_unit_tasks_labelled_tests_SOURCES = $(unit) $(unit_tasks_labelled:=.c)
tests_unit_tasks_rank_tests_SOURCES = $(unit) $(unit_tasks_rank:=.c)
tests_unit_tasks_span_tests_SOURCES = $(unit) $(unit_tasks_span:=.c)
tests_unit_tasks_cloze_tests_SOURCES = $(unit) $(unit_tasks_cloze:=.c)
tests_unit_tasks_open_tests_SOURCES = $(unit) $(unit_tasks_open:=.c)
tests_unit_tasks_translation_tests_SOURCES = \
	$(unit) $(unit_tasks_translation:=.c)
tests_unit_tasks_arithmetic_tests_SOURCES = \
	$(unit) $(unit_tasks_arithmetic:=.c)
tests_unit_tasks_lisp_tests_SOURCES = $(unit) $(unit_tasks_lisp:=.c)
tests_unit_tasks_programs_tests_SOURCES = $(unit) $(unit_tasks_programs:=.c)
tests_unit_sweep_sampler_tests_SOURCES = $(unit) $(unit_sweep_sampler:=.c)
tests_unit_sweep_scheduler_tests_SOURCES = $(unit) $(unit_sweep_scheduler:=.c)
tests_unit_sweep_study_tests_SOURCES = $(unit) $(unit_sweep_study:=.c)
tests_unit_sweep_experiment_tests_SOURCES = \
	$(unit) $(unit_sweep_experiment:=.c)
tests_unit_sweep_folder_tests_SOURCES = $(unit) $(unit_sweep_folder:=.c)
tests_unit_sweep_ledger_tests_SOURCES = $(unit) $(unit_sweep_ledger:=.c)
tests_unit_sweep_results_tests_SOURCES = $(unit) $(unit_sweep_results:=.c)
tests_unit_sweep_coordinator_tests_SOURCES = \
	$(unit) $(unit_sweep_coordinator:=.c)
tests_unit_sweep_run_tests_SOURCES = $(unit) $(unit_sweep_run:=.c)
tests_unit_sweep_simulate_tests_SOURCES = $(unit) $(unit_sweep_simulate:=.c)
tests_unit_report_format_tests_SOURCES = $(unit) $(unit_report_format:=.c)
tests_unit_report_statistics_tests_SOURCES = \
	$(unit) $(unit_report_statistics:=.c)
tests_unit_report_answers_tests_SOURCES = $(unit) $(unit_report_answers:=.c)
tests_unit_report_tables_tests_SOURCES = $(unit) $(unit_report_tables:=.c)
tests_unit_report_history_tests_SOURCES = $(unit) $(unit_report_history:=.c)
tests_unit_report_plot_tests_SOURCES = $(unit) $(unit_report_plot:=.c)
tests_unit_fetch_tests_SOURCES = $(unit) $(unit_fetch:=.c)
tests_unit_cmd_tests_SOURCES = $(unit) $(unit_cmd:=.c)
tests_unit_cmd_verify_tests_SOURCES = $(unit) $(unit_cmd_verify:=.c)
tests_unit_base_files_test_folder_faults_SOURCES = \
	tests/unit/base/files/test_folder_faults.c $(unit)
tests_unit_base_files_test_mapping_SOURCES = \
	tests/unit/base/files/test_mapping.c $(unit)
tests_unit_bench_test_bench_subject_SOURCES = \
	tests/unit/bench/test_bench_subject.c $(unit)
tests_unit_engine_kernel_test_products_SOURCES = \
	tests/unit/engine/kernel/test_products.c $(unit) $(toy)
tests_unit_engine_task_test_task_cache_SOURCES = \
	tests/unit/engine/task/test_task_cache.c $(unit)
tests_unit_engine_task_test_task_folder_SOURCES = \
	tests/unit/engine/task/test_task_folder.c $(unit)
tests_unit_sweep_experiment_test_task_text_SOURCES = \
	tests/unit/sweep/experiment/test_task_text.c $(unit)
tests_unit_sweep_folder_test_lease_heartbeats_SOURCES = \
	tests/unit/sweep/folder/test_lease_heartbeats.c $(unit)
tests_unit_sweep_folder_test_lease_file_SOURCES = \
	tests/unit/sweep/folder/test_lease_file.c $(unit)
tests_unit_sweep_ledger_test_journal_pack_SOURCES = \
	tests/unit/sweep/ledger/test_journal_pack.c $(unit)
tests_unit_sweep_ledger_test_journal_pack_faults_SOURCES = \
	tests/unit/sweep/ledger/test_journal_pack_faults.c $(unit)
tests_unit_sweep_ledger_test_journal_writer_SOURCES = \
	tests/unit/sweep/ledger/test_journal_writer.c $(unit)
$(unit_base_core): tests/unit/base/core/tests$(EXEEXT)
$(unit_base_numbers): tests/unit/base/numbers/tests$(EXEEXT)
$(unit_base_system): tests/unit/base/system/tests$(EXEEXT)
$(unit_base_files): tests/unit/base/files/tests$(EXEEXT)
$(unit_config_field): tests/unit/config/field/tests$(EXEEXT)
$(unit_config_yaml): tests/unit/config/yaml/tests$(EXEEXT)
$(unit_config_command_line): tests/unit/config/command_line/tests$(EXEEXT)
$(unit_text_files): tests/unit/text/files/tests$(EXEEXT)
$(unit_text_language): tests/unit/text/language/tests$(EXEEXT)
$(unit_engine_kernel): tests/unit/engine/kernel/tests$(EXEEXT)
$(unit_engine_comm): tests/unit/engine/comm/tests$(EXEEXT)
$(unit_engine_data): tests/unit/engine/data/tests$(EXEEXT)
$(unit_engine_tape): tests/unit/engine/tape/tests$(EXEEXT)
$(unit_engine_head): tests/unit/engine/head/tests$(EXEEXT)
$(unit_engine_layer): tests/unit/engine/layer/tests$(EXEEXT)
$(unit_engine_attention): tests/unit/engine/attention/tests$(EXEEXT)
$(unit_engine_model): tests/unit/engine/model/tests$(EXEEXT)
$(unit_engine_optimizer): tests/unit/engine/optimizer/tests$(EXEEXT)
$(unit_engine_metric): tests/unit/engine/metric/tests$(EXEEXT)
$(unit_engine_task): tests/unit/engine/task/tests$(EXEEXT)
$(unit_engine_store): tests/unit/engine/store/tests$(EXEEXT)
$(unit_engine_train): tests/unit/engine/train/tests$(EXEEXT)
$(unit_engine_word_vectors): tests/unit/engine/word_vectors/tests$(EXEEXT)
$(unit_tasks_common): tests/unit/tasks/common/tests$(EXEEXT)
$(unit_tasks_labelled): tests/unit/tasks/labelled/tests$(EXEEXT)
$(unit_tasks_rank): tests/unit/tasks/rank/tests$(EXEEXT)
$(unit_tasks_span): tests/unit/tasks/span/tests$(EXEEXT)
$(unit_tasks_cloze): tests/unit/tasks/cloze/tests$(EXEEXT)
$(unit_tasks_open): tests/unit/tasks/open/tests$(EXEEXT)
$(unit_tasks_translation): tests/unit/tasks/translation/tests$(EXEEXT)
$(unit_tasks_arithmetic): tests/unit/tasks/arithmetic/tests$(EXEEXT)
$(unit_tasks_lisp): tests/unit/tasks/lisp/tests$(EXEEXT)
$(unit_tasks_programs): tests/unit/tasks/programs/tests$(EXEEXT)
$(unit_sweep_sampler): tests/unit/sweep/sampler/tests$(EXEEXT)
$(unit_sweep_scheduler): tests/unit/sweep/scheduler/tests$(EXEEXT)
$(unit_sweep_study): tests/unit/sweep/study/tests$(EXEEXT)
$(unit_sweep_experiment): tests/unit/sweep/experiment/tests$(EXEEXT)
$(unit_sweep_folder): tests/unit/sweep/folder/tests$(EXEEXT)
$(unit_sweep_ledger): tests/unit/sweep/ledger/tests$(EXEEXT)
$(unit_sweep_results): tests/unit/sweep/results/tests$(EXEEXT)
$(unit_sweep_coordinator): tests/unit/sweep/coordinator/tests$(EXEEXT)
$(unit_sweep_run): tests/unit/sweep/run/tests$(EXEEXT)
$(unit_sweep_simulate): tests/unit/sweep/simulate/tests$(EXEEXT)
$(unit_report_format): tests/unit/report/format/tests$(EXEEXT)
$(unit_report_statistics): tests/unit/report/statistics/tests$(EXEEXT)
$(unit_report_answers): tests/unit/report/answers/tests$(EXEEXT)
$(unit_report_tables): tests/unit/report/tables/tests$(EXEEXT)
$(unit_report_history): tests/unit/report/history/tests$(EXEEXT)
$(unit_report_plot): tests/unit/report/plot/tests$(EXEEXT)
$(unit_fetch): tests/unit/fetch/tests$(EXEEXT)
$(unit_cmd): tests/unit/cmd/tests$(EXEEXT)
$(unit_cmd_verify): tests/unit/cmd/verify/tests$(EXEEXT)
$(unit_links):
	$(AM_V_GEN)ln -sf tests$(EXEEXT) $@
unit_objects = $(unit_tests:=.$(OBJEXT))
$(unit_objects): CFLAGS += $(TEST_CFLAGS)
CLEANFILES += $(unit_links)
