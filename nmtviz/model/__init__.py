"""The two networks of Bahdanau et al. (2015): ids in, tensors out, no words.

In the order of a sentence: `gated_unit`, `encoder`, `attention`, `decoder`, `readout`,
put together in `network`. `fused/` (for training), `prepared` and `products` (for
searching) compute the same in other ways. `tests/model/equations.py` is the paper in
NumPy, one word at a time and by its names: the plain modules are tested against it,
and the quick ones against them.

    W_z W_r W   GatedUnit.input_proj       W_a   AdditiveAttention.state_proj
    U_z U_r     GatedUnit.gate_proj        U_a   AdditiveAttention.annotation_proj
    U           GatedUnit.candidate_proj   v_a   AdditiveAttention.energy_proj
    C_z C_r C   GatedUnit.context_proj     U_o   Readout.state_proj
    W_s         Decoder.initial_proj       V_o   Readout.embedding_proj
    E, Ē        .embedding of the encoder  C_o   Readout.context_proj
                and of the decoder         W_o   Readout.output
"""
