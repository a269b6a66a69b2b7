import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalJson } from '../canonical-json.js';
import { InvalidNote } from '../note/note.js';
import { CompactRange } from '../tree/compact-range.js';
import { leafHash } from '../tree/hashing.js';
import { consistencyProof, treeRoot } from '../tree/proofs.js';
import { verifyConsistency } from '../tree/verify-proofs.js';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.js';
import { contentCommitment, encodeLeaf } from './log-leaf.js';
import { parseTilePath, tilePath, type Tile } from './tile-path.js';
import { nodesFromTiles, nodesOfTile } from './tiles.js';

describe('a checkpoint', () => {
  const checkpoint = { origin: 'example.com/1/consent', size: 42, root: Buffer.alloc(32, 7) };
  const text = formatCheckpoint(checkpoint);

  it('is read as it was written, with lines that others add', () => {
    expect(parseCheckpoint(text)).toEqual(checkpoint);
    expect(parseCheckpoint(`${text}other\n`)).toEqual(checkpoint);
  });

  it.each([
    ['an empty origin', text.replace('example.com/1/consent', '')],
    ['no newline at its end', text.trimEnd()],
    ['an empty line', `${text}\n`],
    ['a size with a zero before it', text.replace('42', '042')],
    ['a negative size', text.replace('42', '-1')],
    ['a size that is no number', text.replace('42', '1e3')],
    ['a larger size than numbers are exact', text.replace('42', '9007199254740993')],
    ['a shorter root', `example.com\n1\n${Buffer.alloc(31).toString('base64')}\n`],
  ])('is rejected with %s', (_, broken) => {
    expect(() => parseCheckpoint(broken)).toThrow(InvalidNote);
  });
});

describe('the path of a tile', () => {
  it.each<[string, Tile]>([
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/1/x001/000.p/5', { level: 1, index: 1_000, width: 5 }],
  ])('%s is read and written', (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it.each([
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/300',
    'tile/entries/000',
    'tile/0/../000',
  ])('%s is none', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });
});

describe('the tiles of a log', () => {
  const SIZE = 70_000;
  const nodes = new Map<string, Buffer>();
  const roots: Buffer[] = [];
  const range = new CompactRange();

  beforeAll(() => {
    for (let index = 0; index < SIZE; index += 1) {
      roots.push(range.root());
      for (const { level, index: at, hash } of range.append(leafHash(String(index)))) {
        nodes.set(`${level}/${at}`, hash);
      }
    }
    roots.push(range.root());
  });

  const readTile = async (tile: Tile) =>
    Buffer.concat(
      nodesOfTile(tile).map(({ level, index }) => {
        const hash = nodes.get(`${level}/${index}`);
        if (hash === undefined) throw new Error(`The log has no ${tilePath(tile)}.`);
        return hash;
      }),
    );

  it('give the root of every size and proofs between them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(SIZE), fc.nat(SIZE), async (one, other) => {
        const [oldSize, size] = one < other ? [one, other] : [other, one];
        const read = nodesFromTiles(readTile, size);
        const root = await treeRoot(read, size);
        expect(root).toEqual(roots[size]);
        const proof = await consistencyProof(read, oldSize, size);
        const oldRoot = roots[oldSize] ?? root;
        expect(verifyConsistency({ oldSize, oldRoot, size, root, proof })).toBe(true);
      }),
    );
  });

  it('are read once each', async () => {
    const paths: string[] = [];
    const read = nodesFromTiles((tile) => {
      paths.push(tilePath(tile));
      return readTile(tile);
    }, SIZE);
    await treeRoot(read, SIZE);
    await consistencyProof(read, SIZE - 1, SIZE);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain('tile/0/273.p/112');
  });
});

describe('a leaf', () => {
  it('is canonical JSON, whatever the order of its members', () => {
    const leaf = {
      v: 1,
      seq: 1,
      at: '2027-01-02T03:04:05.678Z',
      service: 'consent',
      network: 'ea379d84-0a35-5817-916a-7491b6c214cd',
      type: 'consent.revoked.v2',
      id: '01947a3c-0000-7000-8000-000000000000',
      actor: null,
      subject: null,
      content: contentCommitment(Buffer.alloc(16), '{"a":1}'),
    } as const;
    const { v, ...rest } = leaf;
    expect(encodeLeaf({ ...rest, v })).toBe(canonicalJson(leaf));
    expect(encodeLeaf(leaf)).toBe(canonicalJson(leaf));
  });

  it('commits to the data with its salt', () => {
    const data = '{"a":"ü","b":[1,2]}';
    const commitment = contentCommitment(Buffer.alloc(16, 1), data);
    expect(commitment).toBe(
      createHash('sha256').update(Buffer.alloc(16, 1)).update(data, 'utf8').digest('hex'),
    );
    expect(contentCommitment(Buffer.alloc(16, 2), data)).not.toBe(commitment);
    expect(contentCommitment(Buffer.alloc(16, 1), `${data} `)).not.toBe(commitment);
    expect(() => contentCommitment(Buffer.alloc(15), data)).toThrow(RangeError);
  });
});
