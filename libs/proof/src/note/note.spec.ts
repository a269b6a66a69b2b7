import fc from 'fast-check';
import { privateKeyOf } from './ed25519.js';
import { formatNote, InvalidNote, parseNote } from './note.js';
import { cosignedAt, noteSigner, verifiedSignatures } from './sign-note.js';
import { formatVerifierKey, parseVerifierKey } from './verifier-key.js';

const log = noteSigner('example.com/log', privateKeyOf(Buffer.alloc(32, 1)));
const witness = noteSigner('example.com/witness', privateKeyOf(Buffer.alloc(32, 2)), 'cosignature');
const keys = [log.verifier, witness.verifier];
const at = new Date('2027-01-02T03:04:05Z');

/** The example of C2SP signed-note, made by the Go module golang.org/x/mod/sumdb/note. */
const PETER_NEUMANN = {
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  note: [
    'If you think cryptography is the answer to your problem,',
    "then you don't know what your problem is.",
    '',
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
    '',
  ].join('\n'),
};

describe('a signed note', () => {
  it('verifies the note of another implementation', () => {
    const key = parseVerifierKey(PETER_NEUMANN.key);
    const note = parseNote(PETER_NEUMANN.note);
    expect(verifiedSignatures(note, [key]).map((signature) => signature.key)).toEqual([key]);
    expect(formatNote(note)).toBe(PETER_NEUMANN.note);
    expect(formatVerifierKey(key)).toBe(PETER_NEUMANN.key);
  });

  it('has the signatures of a log and its witness, with the time of the witness', () => {
    const note = parseNote(signed('text\n'));
    const [byLog, byWitness] = verifiedSignatures(note, keys);
    expect(byLog?.key).toBe(log.verifier);
    expect(byWitness && cosignedAt(byWitness.signature)).toEqual(at);
  });

  it('is another note when any character changes', () => {
    const note = signed('first\nsecond\n');
    fc.assert(
      fc.property(
        fc.nat(note.length - 1),
        fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
        (place, other) => {
          fc.pre(note[place] !== other);
          const changed = note.slice(0, place) + other + note.slice(place + 1);
          expect(signersOf(changed)).not.toEqual([log.verifier.name, witness.verifier.name]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('ignores signatures of other keys', () => {
    expect(verifiedSignatures(parseNote(signed('text\n')), [])).toEqual([]);
  });

  it('is rejected when a key signed twice', () => {
    const signature = log.sign('text\n');
    const note = { text: 'text\n', signatures: [signature, signature] };
    expect(() => verifiedSignatures(note, keys)).toThrow(InvalidNote);
  });

  it.each([
    ['no text', ''],
    ['no signature', 'text\n\n'],
    ['no empty line', 'text\n— a AAAAAAA=\n'],
    ['no newline at its end', 'text\n\n— a AAAAAAA='],
    ['another dash', 'text\n\n- a AAAAAAA=\n'],
    ['a name with a plus', 'text\n\n— a+b AAAAAAA=\n'],
    ['a signature without bytes', 'text\n\n— a AAAAAA==\n'],
    ['base64 without padding', 'text\n\n— a AAAAAAA\n'],
    ['a second spelling in base64', 'text\n\n— a AAAAAAB=\n'],
    ['a control character', 'te\u0007xt\n\n— a AAAAAAA=\n'],
    ['101 signatures', `text\n\n${'— a AAAAAAA=\n'.repeat(101)}`],
  ])('is rejected with %s', (_, note) => {
    expect(() => parseNote(note)).toThrow(InvalidNote);
  });
});

describe('a verifier key', () => {
  it('is read as it was written', () => {
    for (const key of keys) expect(parseVerifierKey(formatVerifierKey(key))).toEqual(key);
  });

  it.each([
    ['no key', 'PeterNeumann+c74f20a3'],
    ['the id of another key', PETER_NEUMANN.key.replace('c74f20a3', 'c74f20a4')],
    ['another name', PETER_NEUMANN.key.replace('Peter', 'Paul')],
    ['an unknown type', 'a+00000000+Ahpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
    ['a shorter key', 'a+00000000+ARpc2QcU'],
  ])('is rejected with %s', (_, key) => {
    expect(() => parseVerifierKey(key)).toThrow(RangeError);
  });
});

function signed(text: string): string {
  return formatNote({ text, signatures: [log.sign(text), witness.sign(text, at)] });
}

function signersOf(note: string): string[] {
  try {
    return verifiedSignatures(parseNote(note), keys).map(({ key }) => key.name);
  } catch (error) {
    if (error instanceof InvalidNote) return [];
    throw error;
  }
}
