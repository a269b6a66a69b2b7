import fc from 'fast-check';
import { CompactRange } from './compact-range.js';
import { EMPTY_ROOT, leafHash } from './hashing.js';
import { consistencyProof, inclusionProof, treeRoot } from './proofs.js';
import type { ReadNodes } from './tree-node.js';
import { verifyConsistency, verifyInclusion } from './verify-proofs.js';

/** The leaves and roots that the implementations of Certificate Transparency test with. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('a tree of RFC 9162', () => {
  it('has the root of SHA-256 without data when it is empty', () => {
    expect(EMPTY_ROOT.toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(new CompactRange().root()).toEqual(EMPTY_ROOT);
  });

  it('has the roots of Certificate Transparency', async () => {
    const range = new CompactRange();
    const { read } = treeOf(LEAVES.map((leaf) => Buffer.from(leaf, 'hex')));
    for (const [index, leaf] of LEAVES.entries()) {
      range.append(leafHash(Buffer.from(leaf, 'hex')));
      expect(range.root().toString('hex')).toBe(ROOTS[index]);
      expect(await treeRoot(read, index + 1)).toEqual(range.root());
    }
  });

  it('continues from the bytes of its compact range', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (first, second) => {
        const whole = new CompactRange();
        let continued = new CompactRange();
        for (let index = 0; index < first + second; index += 1) {
          if (index === first) continued = CompactRange.of(index, continued.toBytes());
          const leaf = leafHash(String(index));
          expect(continued.append(leaf)).toEqual(whole.append(leaf));
        }
        expect(continued.root()).toEqual(whole.root());
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    [2, 2],
    [3, 1],
    [0, 1],
  ])('rejects a compact range of %i leaves with %i hashes', (size, hashes) => {
    expect(() => CompactRange.of(size, Buffer.alloc(32 * hashes))).toThrow(RangeError);
  });

  it('rejects a compact range with part of a hash', () => {
    expect(() => CompactRange.of(1, Buffer.alloc(31))).toThrow(RangeError);
  });
});

const aTree = fc.array(fc.uint8Array({ maxLength: 4 }), {
  minLength: 1,
  maxLength: 600,
  size: 'max',
});
/** A position among what the property has, as a fraction. */
const aFraction = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const pick = (fraction: number, count: number) => Math.floor(fraction * count);

describe('an inclusion proof', () => {
  it('verifies, and not with any changed byte', async () => {
    await fc.assert(
      fc.asyncProperty(aTree, aFraction, fc.nat(), async (leaves, where, at) => {
        const { read, root } = treeOf(leaves);
        const index = pick(where, leaves.length);
        const leaf = leafHash(leaves[index] ?? '');
        const proof = await inclusionProof(read, index, leaves.length);
        const claim = { leaf, index, size: leaves.length, root, proof };
        expect(verifyInclusion(claim)).toBe(true);

        const parts = [leaf, root, ...proof];
        const [changedLeaf = leaf, changedRoot = root, ...changedProof] = change(parts, at);
        expect(
          verifyInclusion({ ...claim, leaf: changedLeaf, root: changedRoot, proof: changedProof }),
        ).toBe(false);
        expect(verifyInclusion({ ...claim, proof: [...proof, root] })).toBe(false);
        if (proof.length > 0) {
          expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(false);
        }
      }),
    );
  });

  it('does not verify for another place', async () => {
    await fc.assert(
      fc.asyncProperty(aTree, aFraction, aFraction, async (leaves, where, other) => {
        const { read, root } = treeOf(leaves.map((_, place) => String(place)));
        const index = pick(where, leaves.length);
        const claimed = pick(other, leaves.length);
        const proof = await inclusionProof(read, index, leaves.length);
        const leaf = leafHash(String(index));
        expect(verifyInclusion({ leaf, index: claimed, size: leaves.length, root, proof })).toBe(
          claimed === index,
        );
      }),
    );
  });

  it.each([-1, 0.5, 1, Number.NaN])('does not verify for leaf %d of one', (index) => {
    const leaf = leafHash('');
    expect(verifyInclusion({ leaf, index, size: 1, root: leaf, proof: [] })).toBe(false);
  });

  it('is not given for a leaf that the tree does not have', async () => {
    await expect(inclusionProof(treeOf(['']).read, 1, 1)).rejects.toThrow(RangeError);
  });
});

describe('a consistency proof', () => {
  it('verifies, and not with any changed byte', async () => {
    await fc.assert(
      fc.asyncProperty(aTree, aFraction, fc.nat(), async (leaves, where, at) => {
        const oldSize = pick(where, leaves.length + 1);
        const { read, root } = treeOf(leaves);
        const { root: oldRoot } = treeOf(leaves.slice(0, oldSize));
        const proof = await consistencyProof(read, oldSize, leaves.length);
        const claim = { oldSize, oldRoot, size: leaves.length, root, proof };
        expect(verifyConsistency(claim)).toBe(true);

        const parts = oldSize === 0 ? [oldRoot] : [oldRoot, root, ...proof];
        const [changedOld = oldRoot, changedRoot = root, ...changedProof] = change(parts, at);
        expect(
          verifyConsistency({
            ...claim,
            oldRoot: changedOld,
            root: changedRoot,
            proof: changedProof,
          }),
        ).toBe(false);
        expect(verifyConsistency({ ...claim, proof: [...proof, root] })).toBe(false);
      }),
    );
  });

  it('does not exist for a tree whose old leaves changed, moved or are gone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 300, size: 'max' }),
        aFraction,
        fc.constantFrom('edit', 'delete', 'insert', 'reorder'),
        async (leaves, where, fault) => {
          const at = pick(where, leaves.length - 1);
          const rewritten = rewrite(leaves, at, fault);
          const { root: oldRoot } = treeOf(leaves);
          const { read, root } = treeOf([...rewritten, '']);
          const [oldSize, size] = [leaves.length, rewritten.length + 1];
          const proof = await consistencyProof(read, oldSize, size);
          expect(verifyConsistency({ oldSize, oldRoot, size, root, proof })).toBe(false);
        },
      ),
    );
  });

  it('does not verify a tree that became smaller', () => {
    const [oldRoot, root] = [treeOf(['a', 'b']).root, treeOf(['a']).root];
    expect(verifyConsistency({ oldSize: 2, oldRoot, size: 1, root, proof: [] })).toBe(false);
  });
});

function treeOf(leaves: readonly (Uint8Array | string)[]): { read: ReadNodes; root: Buffer } {
  const nodes = new Map<string, Buffer>();
  const range = new CompactRange();
  for (const leaf of leaves) {
    for (const { level, index, hash } of range.append(leafHash(leaf))) {
      nodes.set(`${level}/${index}`, hash);
    }
  }
  const read: ReadNodes = async (wanted) =>
    wanted.map(({ level, index }) => nodes.get(`${level}/${index}`) ?? Buffer.alloc(0));
  return { read, root: range.root() };
}

/** One byte of all of these together is another one. */
function change(parts: readonly Buffer[], at: number): Buffer[] {
  const all = Buffer.concat(parts);
  const place = at % all.length;
  all[place] = (all[place] ?? 0) ^ (1 + (at % 255));
  return parts.map((_, index) => all.subarray(index * 32, (index + 1) * 32));
}

function rewrite(leaves: readonly string[], at: number, fault: string): string[] {
  const [one = '', other = ''] = leaves.slice(at);
  switch (fault) {
    case 'edit':
      return leaves.with(at, `${one}!`);
    case 'delete':
      return [...leaves.toSpliced(at, 1), 'later'];
    case 'insert':
      return leaves.toSpliced(at, 0, '');
    default:
      return leaves.toSpliced(at, 2, other, one);
  }
}
