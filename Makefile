# make demo · make test · make test-parsers · make test-browser · make lint · make bench · make docs
PYTHON ?= python3
VENV ?= .venv
RUN = $(VENV)/bin/python
READY = $(VENV)/ready

.PHONY: demo setup kernels test test-parsers test-browser lint bench docs clean

demo: setup
	$(VENV)/bin/bolide score --references demo/reference.*.txt --metrics bleu m-bleu nist chrf chrf:word_order=2 -- demo/systems/*.txt
	@echo
	$(VENV)/bin/bolide report --title "Demo" --references demo/reference.*.txt --source demo/source.txt --documents demo/documents.txt --judgements demo/judgements.tsv --metrics bleu chrf ter meteor --output demo/report.html -- demo/systems/*.txt

setup: $(READY)

$(READY): pyproject.toml setup.py $(wildcard src/bolide/kernels/_*_cy.py)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "bolide needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[test,lint,plots]'
	$(RUN) -m compileall -q src
	@touch $@

kernels:
	$(RUN) setup.py --quiet build_ext --inplace

test: setup lint
	$(RUN) -m pytest --quiet

test-parsers: setup
	$(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[parsers-spacy,parsers-udpipe]'
	$(RUN) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r tests/requirements-parsers.txt
	$(RUN) -m pytest --quiet tests/syntax/parsers

test-browser: setup
	$(RUN) -m pytest --quiet tests/report/test_browser.py

lint: setup
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

bench: setup
	$(RUN) -m bench

docs: setup
	$(RUN) -m docs.commands
	$(RUN) -m docs.noise

agreement: setup
	$(RUN) -m docs.agreement

clean:
	rm -rf $(VENV) build src/*.egg-info
	find src -name '*.so' -delete
