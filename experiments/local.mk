# One line an experiment: installed with the program, to be copied from.
experimentsdir = $(pkgdatadir)/experiments
dist_experiments_DATA = \
	experiments/dnli.yaml \
	experiments/imdb-transformer.yaml \
	experiments/imdb.yaml \
	experiments/mlu-quick.yaml \
	experiments/mlu.yaml \
	experiments/mnli-20k.yaml \
	experiments/mnli.yaml \
	experiments/multi30k.yaml \
	experiments/scitail.yaml \
	experiments/sick.yaml \
	experiments/snli.yaml \
	experiments/squad1-bidaf.yaml \
	experiments/squad1-phasecond-layers.yaml \
	experiments/squad1-phasecond.yaml \
	experiments/squad1-small.yaml \
	experiments/squad2-cs224n.yaml \
	experiments/squad2-small.yaml \
	experiments/sst2-phrases.yaml \
	experiments/sst2.yaml \
	experiments/text2code-made.yaml \
	experiments/text2code.yaml \
	experiments/trecqa.yaml \
	experiments/ubuntu.yaml \
	experiments/wikiqa.yaml

# The batch script, likewise.
slurmdir = $(pkgdatadir)/slurm
dist_slurm_DATA = slurm/sweep.sbatch
