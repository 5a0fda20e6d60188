"""Learns what is added to the weights of all-MiniLM-L6-v2 for questions (see learn-document-questions.ts).

Only questions move: passages keep their vectors, and a question must be closer to its passage than to all others. To each matrix the
product of two narrow ones of 16 rows is added, which three passes over the questions learn. A seventh of the documents is left out, to say how well
passages are found by meaning alone that nothing was learned from.
"""
import json, math, os, random, struct, sys
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F

tokens_file, weights_file = sys.argv[1:]
target = os.path.join(os.path.dirname(__file__), '../../../packages/sentence-encoder/src/minilm/learned-questions.bin')
rank, passes, rate, temperature, batch = 16, 3, 5e-4, 0.05, 64
names = ['attention.self.query', 'attention.self.key', 'attention.self.value', 'attention.output.dense', 'intermediate.dense', 'output.dense']
random.seed(1); torch.manual_seed(1)


def read_weights(path):
    data = open(path, 'rb').read()
    length = struct.unpack('<Q', data[:8])[0]
    return {
        name: torch.from_numpy(np.frombuffer(data[8 + length + found['data_offsets'][0]:8 + length + found['data_offsets'][1]], np.float16)
                               .reshape(found['shape']).astype(np.float32))
        for name, found in json.loads(data[8:8 + length]).items() if isinstance(found, dict) and found.get('dtype') == 'F16'
    }


W = read_weights(weights_file)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.narrow = nn.ParameterDict()
        for layer in range(6):
            for name in names:
                out, into = W[f'encoder.layer.{layer}.{name}.weight'].shape
                key = f'{layer}-{name}'.replace('.', '-')
                self.narrow[key + '-A'] = nn.Parameter(torch.randn(rank, into) / math.sqrt(into))
                self.narrow[key + '-B'] = nn.Parameter(torch.zeros(out, rank))

    def forward(self, ids, mask, learned=True, drop=0.0):
        def norm(x, name): return F.layer_norm(x, (384,), W[name + '.LayerNorm.weight'], W[name + '.LayerNorm.bias'], 1e-12)
        rows, length = ids.shape
        x = W['embeddings.word_embeddings.weight'][ids] + W['embeddings.position_embeddings.weight'][:length] + W['embeddings.token_type_embeddings.weight'][0]
        x = norm(x, 'embeddings')
        hidden = (1 - mask)[:, None, None, :] * -1e9
        for layer in range(6):
            def dense(x, name):
                place = f'encoder.layer.{layer}.{name}'
                y = F.linear(x, W[place + '.weight'], W[place + '.bias'])
                key = f'{layer}-{name}'.replace('.', '-')
                return y + F.linear(F.linear(x, self.narrow[key + '-A']), self.narrow[key + '-B']) if learned else y
            q, k, v = (dense(x, name).view(rows, length, 12, 32).transpose(1, 2) for name in names[:3])
            shares = F.dropout(torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(32) + hidden, -1), drop)
            attended = (shares @ v).transpose(1, 2).reshape(rows, length, 384)
            x = norm(x + F.dropout(dense(attended, names[3]), drop), f'encoder.layer.{layer}.attention.output')
            x = norm(x + F.dropout(dense(F.gelu(dense(x, names[4])), names[5]), drop), f'encoder.layer.{layer}.output')
        return F.normalize((x * mask[..., None]).sum(1), dim=-1)


def padded(texts):
    ids = torch.zeros(len(texts), max(map(len, texts)), dtype=torch.long)
    mask = torch.zeros(ids.shape)
    for row, text in enumerate(texts):
        ids[row, :len(text)] = torch.tensor(text)
        mask[row, :len(text)] = 1
    return ids, mask


@torch.no_grad()
def vectors(model, texts, learned):
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    found = torch.zeros(len(texts), 384)
    for start in range(0, len(order), batch):
        some = order[start:start + batch]
        found[some] = model(*padded([texts[i] for i in some]), learned)
    return found


def judge(model, passages, questions):
    scores = vectors(model, [q['tokens'] for q in questions], True) @ passages.T
    places = [int((row > row[q['passage']]).sum()) for row, q in zip(scores, questions)]
    return ', '.join(f'recall@{k} {sum(p < k for p in places) / len(places):.3f}' for k in (1, 5, 20))


data = json.load(open(tokens_file))
model = Model()
pieces = vectors(model, [piece for p in data['passages'] for piece in p['tokens']], False)
passages, at = [], 0
for p in data['passages']:
    passages.append(F.normalize(pieces[at:at + len(p['tokens'])].sum(0), dim=0))
    at += len(p['tokens'])
passages = torch.stack(passages)

documents = sorted({p['document'] for p in data['passages']})
random.shuffle(documents)
left_out = set(documents[:len(documents) // 7])
asked = [q for q in data['questions'] if data['passages'][q['passage']]['document'] in left_out]
learning = [q for q in data['questions'] if data['passages'][q['passage']]['document'] not in left_out]
print('before:', judge(model, passages, asked), flush=True)

optimiser = torch.optim.AdamW(model.parameters(), weight_decay=0.01)
steps, step = passes * math.ceil(len(learning) / batch), 0
for number in range(passes):
    random.shuffle(learning)
    for start in range(0, len(learning), batch):
        some = learning[start:start + batch]
        step += 1
        optimiser.param_groups[0]['lr'] = rate * min(1, step / 50) * (1 - step / steps)
        scores = model(*padded([q['tokens'] for q in some]), True, 0.1) @ passages.T / temperature
        loss = F.cross_entropy(scores, torch.tensor([q['passage'] for q in some]))
        optimiser.zero_grad(); loss.backward(); optimiser.step()
    print(f'pass {number + 1}:', judge(model, passages, asked), flush=True)

with open(target, 'wb') as file:
    for layer in range(6):
        for name in names:
            key = f'{layer}-{name}'.replace('.', '-')
            A, B = model.narrow[key + '-A'].detach().numpy(), model.narrow[key + '-B'].detach().numpy()
            for row in range(rank):
                for numbers in (A[row], B[:, row]):
                    largest = float(np.abs(numbers).max())
                    file.write(struct.pack('<f', largest) + np.round(numbers / (largest or 1) * 127).astype(np.int8).tobytes())
