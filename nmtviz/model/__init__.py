"""The two networks of Bahdanau et al. (2015): ids in, tensors out, no words."""
