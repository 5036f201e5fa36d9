"""The models of `codarun bench train` in PyTorch, written the usual way: padded batches, masks, cdist for the L1 distances.

    OMP_NUM_THREADS=N MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=100000000000 \
        python3 tests/peers/torch_twins.py WHAT [softmax|coda] [N]

WHAT is datt (decomposable attention: batches of 32 pairs, fixed 300-d vectors, hidden 200), tiny or base (encoder-decoder transformer,
batches of 64 pairs), or attention (one layer alone, CoDA by cdist and by broadcasting).  Prints training throughput on random
tokens of ragged lengths, over 8 seconds.

Compare with PyTorch at its best: a wheel with MKL is faster than Debian's python3-torch, and that one needs
OPENBLAS_CORETYPE=SkylakeX where its OpenBLAS does not know the processor.  glibc gives memory back too eagerly for it, hence the
two settings.  Needs torch 1.13 or later; nothing here is needed to build or test codarun.
"""
import resource, sys, time
import torch, torch.nn as nn, torch.nn.functional as F


def coda(q, k, qmask=None, kmask=None, alpha=1.0, beta=1.0, mode="scale2"):
    """q: [..., lq, d], k: [..., lk, d] -> M [..., lq, lk] (Eq. 1-6 of the CoDA paper). Means run over valid pairs only."""
    e = alpha * q @ k.transpose(-1, -2)
    n = -beta * torch.cdist(q, k, p=1)
    valid = None
    if kmask is not None:
        valid = kmask.unsqueeze(-2).to(q.dtype)
        if qmask is not None: valid = valid * qmask.unsqueeze(-1).to(q.dtype)
    def center(x):
        if valid is None: return x - x.mean((-1, -2), keepdim=True)
        return x - (x * valid).sum((-1, -2), keepdim=True) / valid.expand_as(x).sum((-1, -2), keepdim=True)
    if "cE" in mode: e = center(e)
    if "cN" in mode: n = center(n)
    g = torch.sigmoid(n)
    if "scale2" in mode: g = 2 * g
    m = torch.tanh(e) * g
    return m if valid is None else m * valid


class MLP2(nn.Module):
    def __init__(s, i, h, p):
        super().__init__(); s.a = nn.Linear(i, h); s.b = nn.Linear(h, h); s.p = p
    def forward(s, x):
        x = F.relu(s.a(F.dropout(x, s.p, s.training)))
        return F.relu(s.b(F.dropout(x, s.p, s.training)))


class DecompAtt(nn.Module):
    """Decomposable attention (Parikh et al. 2016), softmax or CoDA alignment; fixed 300d embeddings projected to h."""
    def __init__(s, vocab=20000, emb=300, h=200, classes=2, att="coda", p=0.2):
        super().__init__(); s.att = att
        s.emb = nn.Embedding(vocab, emb); s.emb.weight.requires_grad_(False)
        s.proj = nn.Linear(emb, h, bias=False)
        s.f = MLP2(h, h, p); s.g = MLP2(2 * h, h, p); s.h = MLP2(2 * h, h, p); s.out = nn.Linear(h, classes)
    def forward(s, a, b):
        ma, mb = a != 0, b != 0
        a, b = s.proj(s.emb(a)), s.proj(s.emb(b))
        fa, fb = s.f(a), s.f(b)
        if s.att == "softmax":
            e = fa @ fb.transpose(1, 2)
            wa = torch.softmax(e.masked_fill(~mb[:, None], -1e9), -1); wb = torch.softmax(e.masked_fill(~ma[:, :, None], -1e9), 1)
            ap, bp = wa @ b, wb.transpose(1, 2) @ a
        else:
            m = coda(fa, fb, ma, mb); ap, bp = m @ b, m.transpose(1, 2) @ a
        va = (s.g(torch.cat([a, ap], -1)) * ma[..., None]).sum(1); vb = (s.g(torch.cat([b, bp], -1)) * mb[..., None]).sum(1)
        return s.out(s.h(torch.cat([va, vb], -1)))


class MHA(nn.Module):
    def __init__(s, d, heads, att):
        super().__init__(); s.h = heads; s.att = att
        s.q, s.k, s.v, s.o = (nn.Linear(d, d, bias=False) for _ in range(4))
    def forward(s, x, y, mask):
        B, L, d = x.shape; hd = d // s.h
        sp = lambda t: t.view(B, -1, s.h, hd).transpose(1, 2)
        q, k, v = sp(s.q(x)), sp(s.k(y)), sp(s.v(y))
        e = q @ k.transpose(-1, -2) / hd ** .5
        if s.att == "softmax": w = torch.softmax(e.masked_fill(~mask, -1e9), -1)
        else:
            n = -torch.cdist(q, k, p=1) / hd ** .5
            w = torch.tanh(e) * (2 * torch.sigmoid(n)) * mask
        return s.o((w @ v).transpose(1, 2).reshape(B, L, d))


class Block(nn.Module):
    def __init__(s, d, heads, ff, att, cross):
        super().__init__(); s.sa = MHA(d, heads, att); s.ca = MHA(d, heads, att) if cross else None
        s.n1, s.n2, s.n3 = nn.LayerNorm(d), nn.LayerNorm(d), nn.LayerNorm(d); s.f1 = nn.Linear(d, ff); s.f2 = nn.Linear(ff, d)
    def forward(s, x, sm, mem=None, mm=None, p=0.1):
        y = s.n1(x); x = x + F.dropout(s.sa(y, y, sm), p, s.training)
        if s.ca: x = x + F.dropout(s.ca(s.n2(x), mem, mm), p, s.training)
        return x + F.dropout(s.f2(F.relu(s.f1(s.n3(x)))), p, s.training)


class Seq2Seq(nn.Module):
    """Encoder-decoder transformer, Tensor2Tensor 'tiny': hidden 128, 2 layers, 4 heads, filter 512."""
    def __init__(s, vocab=8000, d=128, layers=2, heads=4, ff=512, att="coda"):
        super().__init__(); s.e = nn.Embedding(vocab, d); s.d = d
        s.enc = nn.ModuleList(Block(d, heads, ff, att, False) for _ in range(layers)); s.dec = nn.ModuleList(Block(d, heads, ff, att, True) for _ in range(layers))
    def forward(s, src, tgt):
        ms = (src != 0)[:, None, None]; mt = (tgt != 0)[:, None, None] & torch.tril(torch.ones(tgt.shape[1], tgt.shape[1], dtype=torch.bool))
        x = s.e(src) * s.d ** .5
        for b in s.enc: x = b(x, ms)
        y = s.e(tgt) * s.d ** .5
        for b in s.dec: y = b(y, mt, x, ms)
        return y @ s.e.weight.t()


def ragged(B, lo, hi, vocab, mean=None):
    n = torch.randint(lo, hi + 1, (B,)); x = torch.zeros(B, int(n.max()), dtype=torch.long)
    for i in range(B): x[i, : n[i]] = torch.randint(1, vocab, (int(n[i]),))
    return x, n


def timeit(step, seconds=8.0):
    step(); step(); n = 0; t = time.perf_counter()
    while time.perf_counter() - t < seconds: step(); n += 1
    return (time.perf_counter() - t) / n


if __name__ == "__main__":
    what, att = sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else "coda"); torch.manual_seed(0)
    torch.set_num_threads(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    if what == "datt":
        m = DecompAtt(att=att); opt = torch.optim.Adam([p for p in m.parameters() if p.requires_grad], 3e-4); B = 32
        batches = [(ragged(B, 6, 32, 20000)[0], ragged(B, 5, 20, 20000)[0], torch.randint(0, 2, (B,))) for _ in range(16)]; i = [0]; tok = sum((a != 0).sum() + (b != 0).sum() for a, b, _ in batches).item() / 16
        def step():
            a, b, y = batches[i[0] % 16]; i[0] += 1; opt.zero_grad(); F.cross_entropy(m(a, b), y).backward(); opt.step()
    elif what == "attention":
        for B, H, L, dk in ((16, 4, 32, 32), (32, 1, 24, 200), (16, 8, 64, 64), (8, 8, 128, 64), (4, 8, 256, 64), (2, 8, 512, 64)):
            q, k, v = (torch.randn(B * H, L, dk, requires_grad=True) for _ in range(3)); g = torch.randn(B * H, L, dk); r = dk ** -.5
            def fb(weights):
                (weights() @ v).backward(g)
            def med(weights, n):
                ts = []
                for _ in range(n + 1):
                    t = time.perf_counter(); fb(weights); ts.append(time.perf_counter() - t)
                return sorted(ts[1:])[n // 2] * 1e3
            gate = lambda d: torch.tanh(q @ k.transpose(1, 2) * r) * (2 * torch.sigmoid(-d * r))
            s, c = med(lambda: torch.softmax(q @ k.transpose(1, 2) * r, -1), 15), med(lambda: gate(torch.cdist(q, k, p=1)), 7)
            b = med(lambda: gate((q[:, :, None] - k[:, None]).abs().sum(-1)), 3) if L <= 256 else float("nan")
            print(f"attention {B}x{H} segments of {L}, width {dk}: softmax {s:.2f} ms, coda cdist {c:.2f} ms, coda broadcast {b:.2f} ms", flush=True)
        sys.exit()
    elif what in ("tiny", "base"):
        m = Seq2Seq(att=att) if what == "tiny" else Seq2Seq(d=512, layers=6, heads=8, ff=2048, att=att); opt = torch.optim.Adam(m.parameters(), 3e-4); B = 64
        batches = [(ragged(B, 8, 40, 8000)[0], ragged(B, 8, 40, 8000)[0]) for _ in range(8)]; i = [0]; tok = sum((a != 0).sum() + (b != 0).sum() for a, b in batches).item() / 8
        def step():
            a, b = batches[i[0] % 8]; i[0] += 1; opt.zero_grad(); F.cross_entropy(m(a, b[:, :-1]).flatten(0, 1), b[:, 1:].flatten(), ignore_index=0).backward(); opt.step()
    else:
        sys.exit(__doc__)
    dt = timeit(step); mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{what} {att} threads={torch.get_num_threads()} torch={torch.__version__}: {B/dt:.0f} examples/s, {tok/dt:.0f} tokens/s, step {dt*1e3:.1f} ms, peak {mb} MB")
