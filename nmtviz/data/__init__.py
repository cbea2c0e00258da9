"""Text in, ids out: files, tokenizers, vocabularies and minibatches; numpy only."""
