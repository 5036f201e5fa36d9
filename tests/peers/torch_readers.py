"""The readers of `codarun bench train` in PyTorch, written the usual way, to
compare times and numbers.

    OMP_NUM_THREADS=N MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=100000000000 \\
        python3 tests/peers/torch_readers.py MODEL [softmax|coda] [N]
    python3 tests/peers/torch_readers.py MODEL ATTENTION export FILE.h5 SEED

MODEL is bidaf, dcn, qanet, aligner, phasecond or decaprop; of cloze questions
ga, ga-sum or ga-cat, by its gate.  The first form prints examples a second over
8 seconds, and the peak of the process's memory.  The second writes a small instance in
double precision with all its numbers; with CODARUN_READERS=FOLDER,
tests/unit/engine/model/test_readers compares codarun with all files of a folder whose names
end in .h5.  One in twelve, of passages, has a gradient, small beside the
others, that single precision cannot tell to that program's bound, be it
codarun's or PyTorch's; with seeds 1, 3, 8 and 9 none has.

Compare with PyTorch at its best, as torch_models.py says: a wheel with MKL, and
glibc told to keep memory, without which QANet takes half as long again.  MKL
holds back on processors of AMD unless LD_PRELOAD names a library whose
mkl_serv_intel_cpu_true() returns 1.  Needs torch 1.13 or later, export h5py
too; nothing here is needed to build or test codarun.

What is timed: forward, loss, backward and Adam in single precision, with
dropout, subnormal numbers flushed; batches of 32, sizes as published, 50,000
fixed word vectors, of which the first are the most frequent; contexts of 60 to
300 tokens (140 in the mean), questions of 6 to 20; of cloze readers 150 to 400
and 10 to 40, ten candidates.  Recurrent layers run padded, backward ones over
sequences that are turned round within their lengths, which gives what packed
sequences give, three times faster.

CoDA stands in place of softmax in every attention between context and
question, in both directions: M = tanh(E) 2 sigmoid(-beta |a - b|_1), E the
model's own affinity, a and b the vectors that it compares, beta 1, and 0.25 in
exports.  Self-attention and pointers keep their softmax.

An export has two examples, run one by one, without padding and dropout:

  /                    attributes model (the aligner is called `iterative`),
                       attention, seed, sizes (JSON); dataset loss: the mean
  /params/NAME         every parameter, matrices [out, in]; its attribute
                       trained is 0 for the fixed word vectors
  /grads/NAME          gradient of /loss by each parameter that is trained
  /examples/I/inputs   context and question: ids of words; context_chars and
                       question_chars: of their characters, 0 behind the last;
                       start, end; or cloze, the place of what is left out of
                       the question, candidates, words of the context, and
                       answer, which of them
  /examples/I/kept     NAME.K for the K-th evaluation of NAME: the weights
                       context_question, question_context [context, question]
                       (with softmax rows, or columns, sum to 1; DCN's
                       sentinels come last) and self; the states
                       encoded_context, encoded_question, own_question, flow,
                       last, which ends are read from, and DCN's start and end
                       of each round
  /examples/I/outputs  start, end: logits; or scores: the candidates'
                       probabilities
  /examples/I/loss     negative log likelihood of both ends, or of the
                       answer; DCN: over rounds

Conventions.  Gates of an LSTM stand in the order i, f, g, o, of a GRU r, z, n,
each with two biases, and states begin with 0.  Directions are two modules, f and b, and
what they give is [forward; backward].  Character filters see zeros around a
word; then ReLU, then the maximum over its own positions.  Row j h + i of a
maxout layer is piece j of unit i.  Layer norm adds 1e-5 to the variance.

Where the papers are silent, or differ:

  bidaf, dcn, qanet   100 filters of width 3 over characters' vectors of 64;
                      words and characters are projected together, then
                      highway layers.
  bidaf               an end has one bias: two would be redundant.
  dcn                 the question's sentinel is projected as its words are;
                      the context's leaves before the last BiLSTM.  All four
                      rounds (three in exports) run and count; the first guess
                      is the first token; a round's end is told the start of
                      the round before.
  qanet               self-attention has an output matrix and no biases, its
                      weights no dropout; the feed-forward layer is as wide as
                      the model; each block adds positions, sines then
                      cosines; no sublayer is skipped.
  phasecond, aligner  features are words, characters (vectors of 16, 100
                      filters of width 5) and the exact match: tags and types
                      of questions are left out.  Fusions of two highway
                      layers; a pointer of two hops, its first state projected
                      from the question's last in each direction, updated by
                      inner fusions; QPAtt+ in both.
  ga                  characters have vectors of 25, a GRU of 50 in each
                      direction, projected to 50; a GRU's reset acts behind
                      the product, as in cuDNN; whether a word of the context
                      is in the question is read by the last hop.
  decaprop            characters have vectors of 20 and 100 filters of width 5;
                      a connector compares by one layer of ReLU with a bias; the
                      gate is over the pair; three layers of 64 each way, and 32
                      factors; affinities and distances are divided by the root
                      of their width.
"""

import json
import resource
import sys
from types import SimpleNamespace

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence

import cloze_models
import dense_models
import reader_models
from reader_layers import Attention, Text, keeping
from torch_models import seconds_a_step

# emb and chars are the widths of words' and characters' vectors, width the
# characters that a filter sees, letters the longest word's; d is the width of
# projected words, h of one direction of a recurrent layer, p dropout.
COMMON = dict(vocab=50000, alphabet=100, letters=16, beta=1.0)
PROJECTED = dict(emb=300, d=128, chars=64, filters=100, width=3)
READING = dict(emb=100, h=128, chars=16, filters=100, width=5)
GATED = dict(emb=100, h=128, hops=3, chars=25, char_h=50, filters=50, p=0.3)
DENSE = dict(emb=300, h=64, layers=3, chars=20, filters=100, width=5, fm=32)
MODELS = {
    **reader_models.MODELS,
    **dense_models.MODELS,
    **cloze_models.MODELS,
}
PUBLISHED = {
    "bidaf": dict(PROJECTED, d=100, h=100, p=0.2),
    "dcn": dict(PROJECTED, h=100, pool=16, iters=4, p=0.2),
    "qanet": dict(PROJECTED, heads=8, blocks=7, p=0.1),
    "aligner": dict(READING, fusion=2, hops=2, p=0.2),
    "phasecond": dict(READING, fusion=2, hops=2, p=0.2),
    "decaprop": dict(DENSE, p=0.2),
    **{name: GATED for name in cloze_models.MODELS},
}
SMALL = dict(
    vocab=40,
    alphabet=12,
    letters=6,
    beta=0.25,
    emb=6,
    d=8,
    h=8,
    chars=5,
    filters=4,
    char_h=3,
    heads=2,
    blocks=2,
    pool=3,
    iters=3,
    fm=3,
)
NAMES_IN_EXPORTS = {"aligner": "iterative"}


def asked_of(name):
    return cloze if name in cloze_models.MODELS else span


def build(name, attention, sizes):
    return MODELS[name](Attention(attention, sizes.beta), sizes)


def spelling(sizes):
    """Ids [vocab, letters] of every word's characters; word 0, which pads, has
    none."""
    shape = sizes.vocab, sizes.letters
    length = torch.rand(sizes.vocab) * torch.rand(sizes.vocab) * sizes.letters
    letters = torch.randint(1, sizes.alphabet, shape)
    inside = torch.arange(sizes.letters) < 1 + length.long()[:, None]
    inside[0] = False
    return letters * inside


def span(context, question):
    start, end = sorted(torch.randint(0, len(context), (2,)).tolist())
    return {"start": start, "end": min(end, start + 15)}


def cloze(context, question, most=10):
    """Candidates are words of the context, `most` of them at most."""
    words = context.unique()
    words = words[torch.randperm(len(words))[:most]]
    return {
        "cloze": int(torch.randint(0, len(question), ())),
        "candidates": words,
        "answer": int(torch.randint(0, len(words), ())),
    }


def example(sizes, lengths, asked):
    """Context and question, of random words, as frequent as their ids are low,
    and what is asked for."""
    context, question = (
        (sizes.vocab ** torch.rand(n)).long() for n in lengths
    )
    return {"context": context, "question": question,
            **asked(context, question)}  # fmt: skip


def collate(examples, letters):
    batch = SimpleNamespace(letters=letters)
    for name in examples[0]:
        values = [x[name] for x in examples]
        if name in ("context", "question"):
            together = Text(pad_sequence(values, batch_first=True))
        elif name == "candidates":
            together = pad_sequence(values, batch_first=True, padding_value=-1)
        else:
            together = torch.tensor(values)
        setattr(batch, name, together)
    return batch


def ragged_batches(sizes, asked, batches=8, batch=32):
    letters, few_long = spelling(sizes), torch.distributions.Beta(1.5, 3.0)

    def lengths():
        if asked is cloze:
            context = int(torch.randint(150, 401, ()))
            return context, int(torch.randint(10, 41, ()))
        context = 60 + int(240 * few_long.sample())
        return context, int(torch.randint(6, 21, ()))

    def one():
        return example(sizes, lengths(), asked)

    return [
        collate([one() for _ in range(batch)], letters)
        for _ in range(batches)
    ]


def bench(name, attention, threads=1):
    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    sizes = SimpleNamespace(**COMMON, **PUBLISHED[name])
    model = build(name, attention, sizes)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.Adam(trained, 5e-4)
    torch.manual_seed(1)  # the same batches for every model
    batches, taken = ragged_batches(sizes, asked_of(name)), 0

    def step():
        nonlocal taken
        optimizer.zero_grad()
        _, loss = model(batches[taken % len(batches)])
        loss.backward()
        optimizer.step()
        taken += 1

    took = seconds_a_step(step)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(
        f"{name} {attention} threads={torch.get_num_threads()} "
        f"torch={torch.__version__}: {len(batches[0].context.ids) / took:.1f} "
        f"examples/s, peak {peak} MB"
    )


def disturb(model, deviation):
    """Moves what is trained away from its defaults, such as biases of 0; what
    pads stays 0."""
    with torch.no_grad():
        for p in model.parameters():
            if p.requires_grad:
                p.add_(torch.randn_like(p) * deviation)
        for layer in model.modules():
            if isinstance(layer, nn.Embedding):
                layer.weight[layer.padding_idx] = 0


def small_instance(name, attention, seed):
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(seed)
    full = {**COMMON, **PUBLISHED[name]}
    sizes = SimpleNamespace(**{k: SMALL.get(k, x) for k, x in full.items()})
    model = build(name, attention, sizes).eval()
    disturb(model, 0.2 if name == "qanet" else 0.4)
    letters = spelling(sizes)
    examples = [
        example(sizes, lengths, asked_of(name))
        for lengths in ((13, 5), (9, 4))
    ]
    return model, sizes, [collate([x], letters) for x in examples]


def write_example(group, batch, kept, out, loss):
    for name in "context", "question":
        ids = getattr(batch, name).ids[0]
        group[f"inputs/{name}"] = ids
        group[f"inputs/{name}_chars"] = batch.letters[ids]
    for name in "start", "end", "cloze", "candidates", "answer":
        if hasattr(batch, name):
            group[f"inputs/{name}"] = getattr(batch, name)[0]
    for name, values in out.items():
        group[f"outputs/{name}"] = values.detach()[0]
    for name, values in kept.items():
        for i, x in enumerate(values):
            group[f"kept/{name}.{i}"] = x
    group["loss"] = loss.item()


def write_params(file, model):
    for name, p in model.named_parameters():
        file[f"params/{name}"] = p.detach()
        file[f"params/{name}"].attrs["trained"] = int(p.requires_grad)
        if p.requires_grad:
            file[f"grads/{name}"] = p.grad


def export(name, attention, path, seed):
    import h5py

    model, sizes, batches = small_instance(name, attention, seed)
    total = 0.0
    with h5py.File(path, "w") as file:
        file.attrs["model"] = NAMES_IN_EXPORTS.get(name, name)
        file.attrs["attention"] = attention
        file.attrs["seed"] = seed
        file.attrs["sizes"] = json.dumps(vars(sizes))
        for i, batch in enumerate(batches):
            with keeping() as kept:
                out, loss = model(batch)
            group = file.create_group(f"examples/{i}")
            write_example(group, batch, kept, out, loss)
            total = total + loss / len(batches)
        total.backward()
        file["loss"] = total.item()
        write_params(file, model)


def main():
    given = sys.argv[1:]
    name, attention, *rest = given + ["", "coda"][len(given) :]
    known = name in MODELS and attention in ("softmax", "coda")
    if known and len(rest) == 3 and rest[0] == "export":
        export(name, attention, rest[1], int(rest[2]))
    elif known and len(rest) < 2 and all(n.isdigit() for n in rest):
        bench(name, attention, *map(int, rest))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
