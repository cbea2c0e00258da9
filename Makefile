# `make help` lists what can be made.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
DATA ?= ../shared/data
DEVICE ?= auto
MINUTES ?= 46
# FROM=checkpoints goes on from the weights there, in smaller steps and another order.
FROM ?=
RATE ?= 0.0005
# Where there is a GPU, networks of medium size; else small ones. With FROM, of its size.
SIZE ?= $(shell $(BIN)/python -c "import torch; print('medium' if torch.cuda.is_available() else 'small')" 2>/dev/null)

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
TESTS := tatoeba.en-fr.test.tsv.gz laws.en-fr.test.tsv.gz newstest2014.en-fr.test.tsv.gz
CHECKPOINTS := rnnsearch-sp rnnsearch-50 rnnencdec-50 rnnsearch-30 rnnencdec-30 rnnsearch-lv
OWN := nmtviz/data/own.en-fr.tsv
TYPED := nmtviz/data/typed.en-fr.tsv
STRANGERS := nmtviz/data/strangers.en-fr.tsv
WRITTEN := nmtviz/data/written.en-fr.tsv
LISTS := nmtviz/data/names.tsv $(wildcard nmtviz/data/phrases/*.tsv)

# The word models share words and dictionaries, so one is made after the other.
.NOTPARALLEL:

.PHONY: help app test check checkpoints dictionary screenshots bench

help:  ## List these commands
	@sed -n 's/^\([a-z]*\):.*  ## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

app: .venv/app.stamp  ## Install what is missing and serve the app on this machine
	$(BIN)/python -m streamlit run app.py

test: .venv/test.stamp  ## Install what is missing and run the tests
	$(BIN)/python -m pytest

check: .venv/test.stamp  ## Style, types and tests, as before every commit
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest

checkpoints: $(CHECKPOINTS:%=train-%) dictionary  ## Train the shipped models; made again, it resumes

screenshots: .venv/test.stamp  ## Take the pictures of the README
	$(BIN)/python benchmarks/screenshots.py

bench: .venv/test.stamp  ## Measure speed and write JSON
	PYTHONPATH=. $(BIN)/python benchmarks/speed.py --json runs/bench/speed.json
	PYTHONPATH=. $(BIN)/python benchmarks/candidates.py --json runs/bench/candidates.json
	PYTHONPATH=. $(BIN)/python benchmarks/vocabulary.py --json runs/bench/vocabulary.json
	PYTHONPATH=. $(BIN)/python benchmarks/page.py --json runs/bench/page.json

# One run a checkpoint; its best weights become checkpoints/NAME, scored; a dictionary
# of the same words stays there. The words of the word models are the paper's
# experiment, with one budget for both. The everyday translator sees the everyday
# sentences more often, for twice as long, and some as people type them: longer, of people,
# places and things it has not heard of, or carelessly; what they type first; those written
# for it, eight times; and generated ones, whose clauses are long. Nothing of a test set is
# in what is made.
EVERYDAY := $(DATA)/tatoeba.en-fr.train.tsv.gz
LAWS := $(DATA)/laws.en-fr.train.tsv.gz
VARIED := runs/data/tatoeba-varied.en-fr.train.tsv.gz
PHRASES := runs/data/phrases.en-fr.train.tsv.gz
GENERATED := runs/data/generated.en-fr.train.tsv.gz
DEV := $(DATA)/tatoeba.en-fr.dev.tsv.gz $(DATA)/laws.en-fr.dev.tsv.gz
NO_TEST := --without $(TESTS:%=$(DATA)/%) $(DEV) $(OWN) $(TYPED) $(STRANGERS)

train-rnnsearch-sp: PRESET = rnnsearch-sp$(if $(filter medium,$(SIZED)),-medium)
train-rnnsearch-sp: FILES := $(EVERYDAY) $(EVERYDAY) $(VARIED) $(PHRASES) $(GENERATED) \
    $(LAWS) $(foreach time,1 2 3 4 5 6 7 8,$(WRITTEN))
train-rnnsearch-sp: $(VARIED) $(PHRASES) $(GENERATED)
train-rnnsearch-sp: BUDGET = $(shell awk 'BEGIN { print 2 * $(MINUTES) }')
train-rnnsearch-50: PRESET = rnnsearch-50-$(SIZED)
train-rnnencdec-50: PRESET = rnnencdec-50-$(SIZED)
train-rnnsearch-30: PRESET = rnnsearch-30-$(SIZED)
train-rnnencdec-30: PRESET = rnnencdec-30-$(SIZED)
train-rnnsearch-lv: PRESET = rnnsearch-lv$(if $(filter medium,$(SIZED)),,-small)
train-rnnsearch-30 train-rnnencdec-30: SHARED = --vocabularies checkpoints/rnnsearch-50
train-%: FILES = $(EVERYDAY) $(LAWS)
train-%: BUDGET = $(MINUTES)
# What FROM goes on from: nothing where only figures ship or the run began anew.
train-%: WEIGHTS = $(if $(shell grep -s '"start": null' runs/$*/config.json),,\
    $(wildcard $(FROM)/$*/model*.safetensors))
train-%: SIZED = $(if $(and $(FROM),$(strip $(WEIGHTS))),$(if $(shell \
    grep -s '"maxout_size": 192' $(FROM)/$*/config.json),small,medium),$(SIZE))
train-%: UNITS = $(shell sed -n 's/.*"hidden_size": //p' $(FROM)/$*/config.json | tr -d ,)
train-%: .venv/app.stamp
	$(BIN)/python -m nmtviz train --preset $(PRESET) --run runs/$* \
	    --train $(FILES) --dev $(DEV) \
	    $(if $(and $(FROM),$(strip $(WEIGHTS))),--from $(FROM)/$* \
	        --set model.hidden_size=$(UNITS) \
	        --learning-rate $(RATE) --seed 2,$(SHARED)) \
	    --device $(DEVICE) --max-minutes $(BUDGET)
	@grep -q '"state": "finished"' runs/$*/status.json || \
	    { echo "runs/$* was stopped before its end; the same command goes on."; exit 1; }
	if test -e checkpoints/$*/dictionary.tsv.gz && \
	    cmp -s checkpoints/$*/vocab.source.txt runs/$*/checkpoint/vocab.source.txt; \
	then cp checkpoints/$*/dictionary.tsv.gz runs/$*/checkpoint/; fi
	$(BIN)/python -m nmtviz export --force runs/$* checkpoints/$*
	for test in $(TESTS); do \
	    $(BIN)/python -m nmtviz evaluate checkpoints/$* $(DATA)/$$test \
	        --record --statistics || exit; \
	done
	$(BIN)/python -m nmtviz evaluate checkpoints/$* $(OWN) --record --statistics --texts \
	    $(if $(filter rnnsearch%,$*),--gold moses)
	$(BIN)/python -m nmtviz evaluate checkpoints/$* $(TYPED) --record
	$(BIN)/python -m nmtviz evaluate checkpoints/$* $(STRANGERS) --record

$(VARIED): $(WRITTEN) $(OWN) $(TYPED) $(STRANGERS) $(LISTS) | .venv/app.stamp
	mkdir -p $(@D)
	$(BIN)/python -m nmtviz data phrases --pairs 30000 --seed 2 $(NO_TEST) --out $@.tsv
	$(BIN)/python -m nmtviz data vary $(EVERYDAY) $@.tsv $(WRITTEN) --pairs 400000 \
	    --replaced 0.5 $(NO_TEST) --out $@

$(PHRASES): $(OWN) $(TYPED) $(STRANGERS) $(LISTS) | .venv/app.stamp
	mkdir -p $(@D)
	$(BIN)/python -m nmtviz data phrases --pairs 130000 $(NO_TEST) --out $@

$(GENERATED): | .venv/app.stamp
	mkdir -p $(@D)
	$(BIN)/python -m nmtviz data generate --pairs 40000 --max-words 45 \
	    --mean-words 22 --spread 10 --vocabulary 5000 --seed 11 --out $@

dictionary: .venv/app.stamp  ## Align the training text; its dictionary replaces unknown words
	$(BIN)/python -m nmtviz align $(EVERYDAY) $(LAWS) --cache runs/cache \
	    --dictionary checkpoints/rnnsearch-50/dictionary.tsv.gz
	cp checkpoints/rnnsearch-50/dictionary.tsv.gz checkpoints/rnnencdec-50/
	cp checkpoints/rnnsearch-50/dictionary.tsv.gz checkpoints/rnnsearch-30/
	cp checkpoints/rnnsearch-50/dictionary.tsv.gz checkpoints/rnnsearch-lv/
	$(BIN)/python -m nmtviz candidates checkpoints/rnnsearch-lv \
	    $(DATA)/laws.en-fr.test.tsv.gz --record \
	    --frequent 2000 10000 --per-word 0 5 10 20 --sentences 200

# A stamp is as old as the last installation: pip runs again only after a change, and
# where the Python that it installed for has gone.
$(shell test -x $(BIN)/python || rm -f .venv/*.stamp)

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python must be 3.11 or newer; PYTHON=python3.12 names another.")'
	$(PYTHON) -m venv .venv

.venv/app.stamp: requirements.txt | .venv/bin/python
	$(PIP) -r requirements.txt
	@touch $@

.venv/test.stamp: requirements-test.txt .venv/app.stamp
	$(PIP) -r requirements-test.txt
	@touch $@
