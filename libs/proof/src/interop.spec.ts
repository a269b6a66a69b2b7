import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answerSigner,
  CompactRange,
  consistencyProof,
  cosignedAt,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  inclusionProof,
  leafHash,
  nodesFromTiles,
  nodesOfTile,
  noteSigner,
  parseCheckpoint,
  parseNote,
  parseTilePath,
  parseVerifierKey,
  privateKeyOf,
  tilePath,
  treeRoot,
  verifiedSignatures,
  verifyAnswer,
  verifyConsistency,
  verifyInclusion,
  type ReadNodes,
} from './index.js';

/** Printed by `interop/go` and `interop/python`; `interop.full.spec.ts` runs the programs. */
const go = readVectors('go-vectors.json') as GoVectors;
const python = readVectors('python-vectors.json') as PythonVectors;

const RECORDS = Array.from({ length: 300 }, (_, index) => `record ${index}`);
const read = nodesOf(RECORDS);
const hashesOf = (texts: readonly string[]) => texts.map((text) => Buffer.from(text, 'base64'));

describe('what golang.org/x/mod/sumdb computes', () => {
  const rootOf = (size: number) => Buffer.from(go.roots[size] ?? '', 'base64');

  it('has the same roots', async () => {
    for (const size of Object.keys(go.roots)) {
      expect(await treeRoot(read, Number(size))).toEqual(rootOf(Number(size)));
    }
  });

  it('has the same inclusion proofs, which verify', async () => {
    expect(go.inclusion.length).toBeGreaterThan(20);
    for (const { size, of, proof: texts } of go.inclusion) {
      const proof = hashesOf(texts);
      expect(await inclusionProof(read, of, size)).toEqual(proof);
      const leaf = leafHash(`record ${of}`);
      expect(verifyInclusion({ leaf, index: of, size, root: rootOf(size), proof })).toBe(true);
    }
  });

  it('has the same consistency proofs, which verify', async () => {
    for (const { size, of, proof: texts } of go.consistency) {
      const proof = hashesOf(texts);
      expect(await consistencyProof(read, of, size)).toEqual(proof);
      const oldRoot = await treeRoot(read, of);
      const claim = { oldSize: of, oldRoot, size, root: rootOf(size), proof };
      expect(verifyConsistency(claim)).toBe(true);
    }
  });

  it('has the same tiles under the same paths', async () => {
    const tiles = Object.entries(go.tiles);
    expect(tiles.map(([path]) => path).toSorted()).toEqual([
      'tile/0/000',
      'tile/0/001.p/44',
      'tile/1/000.p/1',
    ]);
    for (const [path, bytes] of tiles) {
      const tile = parseTilePath(path);
      const hashes = tile && (await read(nodesOfTile(tile)));
      expect(Buffer.concat(hashes ?? []).toString('base64')).toBe(bytes);
    }
    const fromTiles = nodesFromTiles(
      (tile) => Promise.resolve(Buffer.from(go.tiles[tilePath(tile)] ?? '', 'base64')),
      300,
    );
    expect(await treeRoot(fromTiles, 300)).toEqual(rootOf(300));
  });

  it('signs the same checkpoint with the same key', () => {
    const signer = noteSigner('example.com/log', privateKeyOf(Buffer.from(go.seed, 'hex')));
    const text = formatCheckpoint({ origin: 'example.com/log', size: 300, root: rootOf(300) });
    expect(formatNote({ text, signatures: [signer.sign(text)] })).toBe(go.checkpoint);
    expect(formatVerifierKey(signer.verifier)).toBe(go.verifier_key);
  });
});

describe('what aics-tlog computes', () => {
  it('has the same proofs', async () => {
    expect(await inclusionProof(read, 77, 300)).toEqual(hashesOf(python.inclusion));
    expect(await consistencyProof(read, 77, 300)).toEqual(hashesOf(python.consistency));
  });

  it('cosigns a checkpoint as a witness here does', () => {
    const at = new Date(python.time * 1_000);
    const log = noteSigner('example.com/log', privateKeyOf(Buffer.alloc(32)));
    const seed = Buffer.from(python.witness_seed, 'hex');
    const witness = noteSigner('example.com/witness', privateKeyOf(seed), 'cosignature');
    const note = parseNote(python.cosigned);
    const keys = [python.log_key, python.witness_key].map(parseVerifierKey);
    expect(verifiedSignatures(note, keys)).toHaveLength(2);
    expect(parseCheckpoint(note.text)).toMatchObject({ origin: 'example.com/log', size: 300 });
    const signatures = [log.sign(note.text), witness.sign(note.text, at)];
    expect(formatNote({ text: note.text, signatures })).toBe(python.cosigned);
    expect(signatures.slice(1).map(cosignedAt)).toEqual([at]);
  });
});

describe('what jwcrypto signs', () => {
  it('is a signed answer, and the same as ours', () => {
    const { body, key, signature } = python.answer;
    const published = { ...key, purpose: 'answers', from: null, until: null };
    const { kid, ...claims } = verifyAnswer(body, signature, [published]);
    expect(kid).toBe(key.kid);
    const sign = answerSigner({ kid, privateKey: privateKeyOf(Buffer.alloc(32)) });
    expect(sign(body, claims)).toBe(signature);
  });
});

interface ProofVector {
  readonly size: number;
  readonly of: number;
  readonly proof: readonly string[];
}

interface GoVectors {
  readonly roots: Readonly<Record<string, string>>;
  readonly inclusion: readonly ProofVector[];
  readonly consistency: readonly ProofVector[];
  readonly tiles: Readonly<Record<string, string>>;
  readonly seed: string;
  readonly verifier_key: string;
  readonly checkpoint: string;
}

interface PythonVectors {
  readonly answer: {
    readonly body: string;
    readonly key: { readonly kid: string; readonly x: string };
    readonly signature: string;
  };
  readonly inclusion: readonly string[];
  readonly consistency: readonly string[];
  readonly log_key: string;
  readonly witness_key: string;
  readonly witness_seed: string;
  readonly time: number;
  readonly cosigned: string;
}

function readVectors(file: string): unknown {
  return JSON.parse(readFileSync(join(process.cwd(), 'src', 'testing', file), 'utf8'));
}

function nodesOf(records: readonly string[]): ReadNodes {
  const range = new CompactRange();
  const nodes = records.flatMap((record) => range.append(leafHash(record)));
  const hashes = new Map(nodes.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  return (wanted) =>
    Promise.resolve(
      wanted.map(({ level, index }) => hashes.get(`${level}/${index}`) ?? Buffer.alloc(0)),
    );
}
