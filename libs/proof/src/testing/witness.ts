import { text } from 'node:stream/consumers';
import { startHttpServer } from '@ndx/testing';
import {
  EMPTY_ROOT,
  formatSignature,
  formatVerifierKey,
  InvalidNote,
  noteSigner,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  privateKeyOf,
  verifiedSignatures,
  verifyConsistency,
  type Checkpoint,
} from '../index.js';

/** A witness over HTTP (C2SP tlog-witness). */
export interface TestWitness {
  readonly url: string;
  readonly verifierKey: string;
  /** The checkpoint that it cosigned last, by the origin of the log. */
  readonly cosigned: ReadonlyMap<string, Checkpoint>;
  /** Makes the witness know a log by the verifier key of its checkpoints. */
  know(logKey: string): void;
  stop(): Promise<void>;
}

/** A service, started with permission to send checkpoints to the witness, which stops with it. */
export async function startWitnessed<Service extends { stop(): Promise<void> }>(
  start: (variables: { readonly WITNESS_ORIGINS: string }) => Promise<Service>,
) {
  const witness = await startWitness();
  const service = await start({ WITNESS_ORIGINS: new URL(witness.url).origin });
  return {
    witness,
    service,
    stop: async () => {
      await service.stop();
      await witness.stop();
    },
  };
}

export async function startWitness(name = 'witness.example.com'): Promise<TestWitness> {
  const signer = noteSigner(name, privateKeyOf(Buffer.alloc(32, name)), 'cosignature');
  const logs = new Map<string, string>();
  const cosigned = new Map<string, Checkpoint>();
  const server = await startHttpServer((request, response) => {
    text(request).then(
      (body) => {
        const { status, type = 'text/plain', answer } = addCheckpoint(body);
        response.writeHead(status, { 'content-type': type }).end(answer);
      },
      (error: unknown) => response.destroy(new Error('the request was cut', { cause: error })),
    );
  });

  function addCheckpoint(body: string): Answer {
    const [head = '', ...rest] = body.split('\n\n');
    const [old = '', ...lines] = head.split('\n');
    const note = parseNote(rest.join('\n\n'));
    const checkpoint = parseCheckpoint(note.text);
    const logKey = logs.get(checkpoint.origin);
    if (logKey === undefined) return { status: 404, answer: 'unknown log' };
    if (!isSigned(note, logKey)) return { status: 403, answer: 'not signed by the log' };
    const known = cosigned.get(checkpoint.origin) ?? { ...checkpoint, size: 0, root: EMPTY_ROOT };
    if (old !== `old ${known.size}`) {
      return { status: 409, type: 'text/x.tlog.size', answer: `${known.size}\n` };
    }
    const proof = lines.map((line) => Buffer.from(line, 'base64'));
    const claim = { ...checkpoint, oldSize: known.size, oldRoot: known.root, proof };
    if (!verifyConsistency(claim)) return { status: 422, answer: 'not consistent' };
    cosigned.set(checkpoint.origin, checkpoint);
    return { status: 200, answer: formatSignature(signer.sign(note.text)) };
  }

  return {
    url: `${server.url}/`,
    verifierKey: formatVerifierKey(signer.verifier),
    cosigned,
    know: (logKey) => {
      logs.set(parseVerifierKey(logKey).name, logKey);
    },
    stop: () => server.stop(),
  };
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly answer: string;
}

function isSigned(note: ReturnType<typeof parseNote>, logKey: string): boolean {
  try {
    return verifiedSignatures(note, [parseVerifierKey(logKey)]).length > 0;
  } catch (error) {
    if (error instanceof InvalidNote) return false;
    throw error;
  }
}
