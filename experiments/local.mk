# One line an experiment.  They are installed with the program, as examples to
# copy.  Their first lines name the schema, which `codarun data schema` prints.
experimentsdir = $(pkgdatadir)/experiments
dist_experiments_DATA = \
	experiments/alike-sst2-phrases.yaml \
	experiments/alike-sst2.yaml \
	experiments/cbt-cn-rebuilt.yaml \
	experiments/cbt-cn.yaml \
	experiments/cbt-ne-rebuilt.yaml \
	experiments/cbt-ne.yaml \
	experiments/centering-dnli.yaml \
	experiments/centering-multi30k.yaml \
	experiments/centering-scitail.yaml \
	experiments/centering-wikiqa.yaml \
	experiments/cnn-shares.yaml \
	experiments/cnn.yaml \
	experiments/codarun.schema.json \
	experiments/compositions-multi30k.yaml \
	experiments/controls-sick.yaml \
	experiments/controls-sst2.yaml \
	experiments/controls-wikiqa.yaml \
	experiments/dailymail.yaml \
	experiments/dnli.yaml \
	experiments/imdb-256.yaml \
	experiments/imdb-decoder.yaml \
	experiments/imdb-transformer.yaml \
	experiments/imdb.yaml \
	experiments/iwslt15.yaml \
	experiments/mlu-full.yaml \
	experiments/mlu-quick.yaml \
	experiments/mlu-sites.yaml \
	experiments/mlu.yaml \
	experiments/mnli-20k.yaml \
	experiments/mnli.yaml \
	experiments/multi30k-sites.yaml \
	experiments/multi30k.yaml \
	experiments/quasar-t.yaml \
	experiments/scitail.yaml \
	experiments/search-imdb-256.yaml \
	experiments/search-imdb-transformer.yaml \
	experiments/search-mlu.yaml \
	experiments/search-mnli-20k.yaml \
	experiments/search-multi30k.yaml \
	experiments/search-sick.yaml \
	experiments/search-sst2.yaml \
	experiments/search-sst2-phrases.yaml \
	experiments/search-text2code-made.yaml \
	experiments/search-trecqa.yaml \
	experiments/search-wikiqa.yaml \
	experiments/searchqa.yaml \
	experiments/sick.yaml \
	experiments/snli.yaml \
	experiments/squad-ne-cnn.yaml \
	experiments/squad-ne-shares.yaml \
	experiments/squad-ne-vector-seeds.yaml \
	experiments/squad-ne-vectors.yaml \
	experiments/squad-ne.yaml \
	experiments/squad-open.yaml \
	experiments/squad1-bidaf.yaml \
	experiments/squad1-decaprop.yaml \
	experiments/squad1-phasecond-layers.yaml \
	experiments/squad1-phasecond.yaml \
	experiments/squad1-small.yaml \
	experiments/squad2-cs224n.yaml \
	experiments/squad2-small.yaml \
	experiments/sst2-phrases-decoder.yaml \
	experiments/sst2-phrases.yaml \
	experiments/sst2.yaml \
	experiments/text2code-made.yaml \
	experiments/text2code.yaml \
	experiments/trecqa.yaml \
	experiments/tuned-imdb-256.yaml \
	experiments/tuned-imdb-transformer.yaml \
	experiments/tuned-mnli-20k.yaml \
	experiments/tuned-multi30k.yaml \
	experiments/tuned-sick.yaml \
	experiments/tuned-sst2-phrases.yaml \
	experiments/tuned-sst2.yaml \
	experiments/tuned-trecqa.yaml \
	experiments/tuned-wikiqa.yaml \
	experiments/ubuntu.yaml \
	experiments/wdw-relaxed.yaml \
	experiments/wdw-shares.yaml \
	experiments/wdw-strict.yaml \
	experiments/wikiqa.yaml

# The batch script, also installed with the program.
slurmdir = $(pkgdatadir)/slurm
dist_slurm_DATA = slurm/sweep.sbatch
