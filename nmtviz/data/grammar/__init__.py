"""English-French pairs from a synchronous grammar of our own, with their alignment.

    random numbers, ranked words         inventory, *_choices
        │ choose
        ▼
    a tree of what is said               tree
        │ rules of both languages at once
        ▼
    two lists of words with marks        noun_rules, verb_rules, clause_rules
        │ elision, contraction, spaces
        ▼
    two sentences and their links        surface

A tree says what a pair says, in neither language: who, which verb, which tense, how
many. The rules turn it into words of both, agreeing with each other, each language in
its own order; words that came from the same choice carry the same mark, and the links
are read off the marks. `corpus` has the settings and the door: `generate`.

Links join the words of `nmtviz.data.words.moses_words`, as in `own.en-fr.tsv`, and all
are sure: an auxiliary is linked as its verb is, *not* to *ne* and *pas*, an article
that only one side has to what it belongs to. No word is without a link.

The words stand in `words/*.tsv`, most common first; see `words/README.md`.
"""
