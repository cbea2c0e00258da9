"""Finding translations with a network: beam search and forced decoding."""
