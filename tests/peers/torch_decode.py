"""PyTorch for comparison with `codarun bench decode`: the same tiny
transformer, generating.

    OMP_NUM_THREADS=1 python3 torch_decode.py [softmax|coda] [beam] [threads] \\
        [words]

Beam search with cached keys and values, with the memory's projected once, from
512 random sources of 8 to 40 tokens, 39 tokens each; caches are reordered by
index_select.  Prints the tokens of best hypotheses per second, the median of
three, for each batch size and for the best of them.
"""
import statistics, sys, time
import torch, torch.nn as nn, torch.nn.functional as F

WIDTH, FILTER, HEADS, LAYERS, STEPS = 128, 512, 4, 2, 39
WORDS = 5 + int(sys.argv[4] if len(sys.argv) > 4 else 8000)


def weigh(q, k, kind, mask=None):
    """M of q [b, h, n, d] and k [b, h, m, d]."""
    e = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    if kind == "softmax":
        return F.softmax(e if mask is None else e.masked_fill(mask, -1e9), -1)
    n = torch.cdist(q, k, p=1) / q.shape[-1] ** 0.5
    m = torch.tanh(e) * 2 * torch.sigmoid(-n)
    return m if mask is None else m.masked_fill(mask, 0)


class Attention(nn.Module):
    def __init__(s):
        super().__init__()
        s.q, s.k, s.v, s.o = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(4))

    def split(s, x):
        return x.view(x.shape[0], -1, HEADS, WIDTH // HEADS).transpose(1, 2)

    def memory(s, x):
        return s.split(s.k(x)), s.split(s.v(x))

    def forward(s, x, k, v, kind, mask=None):
        q = s.split(s.q(x))
        if kind == "softmax":
            keep = None if mask is None else ~mask
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=keep)
        else:
            y = weigh(q, k, kind, mask) @ v
        return s.o(y.transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    def __init__(s, cross):
        super().__init__()
        s.norm = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(3))
        s.own, s.cross = Attention(), Attention() if cross else None
        s.expand, s.contract = nn.Linear(WIDTH, FILTER), nn.Linear(FILTER, WIDTH)

    def filter(s, x):
        return x + s.contract(F.relu(s.expand(s.norm[2](x))))


class Tiny(nn.Module):
    def __init__(s, kind):
        super().__init__()
        s.kind = kind
        s.words = nn.Parameter(torch.randn(WORDS, WIDTH) * WIDTH ** -0.5)
        s.encoder = nn.ModuleList(Layer(False) for _ in range(LAYERS))
        s.decoder = nn.ModuleList(Layer(True) for _ in range(LAYERS))
        s.top = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(2))
        rate = 10000 ** (-torch.arange(64) / 63)
        angle = torch.arange(64)[:, None] * rate
        s.register_buffer("places", torch.cat([angle.sin(), angle.cos()], -1))

    def embed(s, token, at):
        return s.words[token] * WIDTH ** 0.5 + s.places[at:at + token.shape[1]]

    def encode(s, token, mask):
        x = s.embed(token, 0)
        for l in s.encoder:
            y = l.norm[0](x)
            x = x + l.own(y, *l.own.memory(y), s.kind, mask)
            x = l.filter(x)
        return s.top[0](x)

    def step(s, token, at, cache, memory, mask):
        x = s.embed(token, at)
        for i, l in enumerate(s.decoder):
            y = l.norm[0](x)
            k, v = l.own.memory(y)
            if cache[i] is not None:
                k, v = torch.cat([cache[i][0], k], 2), torch.cat([cache[i][1], v], 2)
            cache[i] = k, v
            x = x + l.own(y, k, v, s.kind)
            # the hypotheses of a source are rows of one attention
            y = l.norm[1](x).view(memory[i][0].shape[0], -1, WIDTH)
            x = x + l.cross(y, *memory[i], s.kind, mask).view(x.shape)
            x = l.filter(x)
        return s.top[1](x[:, -1]) @ s.words.T


@torch.inference_mode()
def search(model, source, mask, beam, penalty=0.6):
    n = source.shape[0]
    encoded = model.encode(source, mask)
    memory = [l.cross.memory(encoded) for l in model.decoder]
    cache = [None] * LAYERS
    token = torch.full((n, 1), 2)
    log = torch.zeros(n, 1)
    found = torch.empty(n, 1, 0, dtype=torch.long)
    for at in range(STEPS):
        scores = F.log_softmax(model.step(token, at, cache, memory, mask), -1)
        if beam == 1:
            log, token = scores.max(-1, keepdim=True)
            found = torch.cat([found, token[:, None]], 2)
            continue
        scores = (scores.view(n, -1, WORDS) + log[..., None]).view(n, -1)
        log, at_best = scores.topk(beam)
        row, word = at_best // WORDS, at_best % WORDS
        found = torch.cat([found.gather(1, row[..., None].expand(-1, -1, found.shape[2])), word[..., None]], 2)
        live = cache[0][0].shape[0] // n
        flat = (row + torch.arange(n)[:, None] * live).view(-1)
        cache = [(k.index_select(0, flat), v.index_select(0, flat)) for k, v in cache]
        token = word.view(-1, 1)
    return found[:, 0]


def main():
    kind = sys.argv[1] if len(sys.argv) > 1 else "softmax"
    beam = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    torch.set_num_threads(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    torch.manual_seed(1)
    model = Tiny(kind).eval()
    length = torch.randint(8, 41, (512,)).sort().values  # alike go together
    best = 0
    for batch in (16, 32, 64, 128, 256):
        took = []
        for _ in range(4):
            start = time.perf_counter()
            tokens = 0
            for i in range(0, 512, batch):
                n = length[i:i + batch]
                source = torch.randint(5, WORDS, (len(n), int(n.max())))
                mask = (torch.arange(int(n.max())) >= n[:, None])[:, None, None]
                tokens += search(model, source, mask, beam).numel()
            took.append(tokens / (time.perf_counter() - start))
        speed = statistics.median(took[1:])
        best = max(best, speed)
        print(f"{kind} beam {beam} batch {batch}: {speed:.0f} tokens/s", flush=True)
    print(f"{kind} beam {beam} best: {best:.0f} tokens/s")


if __name__ == "__main__":
    main()
