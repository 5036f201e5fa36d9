# The pages, the sources of the generated ones, and the site made of them.
docs_pages = \
	docs/README.md \
	docs/explanation/coda.md \
	docs/explanation/faults.md \
	docs/explanation/same-bits.md \
	docs/explanation/source.md \
	docs/explanation/speed.md \
	docs/explanation/statistics.md \
	docs/glossary.md \
	docs/how-to/add-a-kind.md \
	docs/how-to/cluster.md \
	docs/how-to/compare.md \
	docs/how-to/data.md \
	docs/how-to/editor.md \
	docs/how-to/install.md \
	docs/how-to/other-tools.md \
	docs/how-to/paper.md \
	docs/how-to/search.md \
	docs/how-to/trained-models.md \
	docs/how-to/watch.md \
	docs/reference/attention.md \
	docs/reference/commands.md \
	docs/reference/experiments.md \
	docs/reference/fields.md \
	docs/reference/files.md \
	docs/reference/results-folder.md \
	docs/reference/running.md \
	docs/reference/tables.md \
	docs/reference/tasks.md \
	docs/tutorial.md
EXTRA_DIST += README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md $(docs_pages) \
	docs/commands.awk docs/fields.head docs/layers.awk docs/source.head \
	docs/source.tail docs/mkdocs.yml docs/site.sh \
	docs/pictures/attention.svg docs/pictures/curves.svg \
	docs/pictures/source.svg

# Write the generated pages and the JSON Schema of experiments into the source.
.PHONY: pages
pages: codarun$(EXEEXT) src/cmd/codarun.1
	$(AWK) -f $(top_srcdir)/docs/commands.awk src/cmd/codarun.1 \
	  >$(top_srcdir)/docs/reference/commands.md
	{ cat $(top_srcdir)/docs/fields.head; \
	  ./codarun data kinds --format markdown; } \
	  >$(top_srcdir)/docs/reference/fields.md
	{ cat $(top_srcdir)/docs/source.head; \
	  $(AWK) -f $(top_srcdir)/docs/layers.awk $(top_srcdir)/src/layers; \
	  cat $(top_srcdir)/docs/source.tail; } \
	  >$(top_srcdir)/docs/explanation/source.md
	./codarun data schema -o $(top_srcdir)/experiments/codarun.schema.json

# The site, in docs/ of the build folder.
.PHONY: docs
docs:
	$(SHELL) $(top_srcdir)/docs/site.sh $(top_srcdir) docs
clean-docs:
	[ -e docs/README.md ] || rm -rf docs
.PHONY: clean-docs
