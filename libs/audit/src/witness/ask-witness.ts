import {
  cosignedAt,
  InvalidNote,
  parseNote,
  parseSignature,
  parseVerifierKey,
  verifiedSignatures,
  type NoteSignature,
} from '@ndx/proof';
import { request } from 'undici';
import type { WitnessedLog } from './witnessed-logs.js';

const TIMEOUT_MS = 10_000;
/** Many more than the cosignature of one witness. */
const MAX_ANSWER_BYTES = 16_384;

/** The answer of a witness to a checkpoint. */
export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly signature: NoteSignature; readonly at: Date }
  /** It cosigned another size than the one of the proof. */
  | { readonly kind: 'conflict'; readonly size: number }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness, `add-checkpoint`). It follows no
 * redirect.
 *
 * @param proof that the checkpoint continues the tree of `oldSize`
 */
export async function askWitness(
  log: Pick<WitnessedLog, 'url' | 'verifier_key' | 'checkpoint'>,
  { oldSize, proof }: { readonly oldSize: number; readonly proof: readonly Buffer[] },
  signal: AbortSignal,
): Promise<WitnessAnswer> {
  const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
  const { statusCode, headers, body } = await request(
    `${log.url.replace(/\/$/, '')}/add-checkpoint`,
    {
      method: 'POST',
      body: `old ${oldSize}\n${lines}\n${log.checkpoint}`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    },
  );
  const text = await textOf(body);
  if (statusCode === 200) return cosignature(log, text);
  if (statusCode === 409 && headers['content-type'] === 'text/x.tlog.size') {
    const size = Number(text);
    if (Number.isSafeInteger(size) && size >= 0) return { kind: 'conflict', size };
  }
  return { kind: 'refused', reason: REFUSALS[statusCode] ?? `it answered ${statusCode}` };
}

const REFUSALS: Readonly<Record<number, string>> = {
  403: 'it does not know the key of the log',
  404: 'it does not know the log',
  409: 'it cosigned another tree of the same size',
  422: 'the log does not continue the tree that it cosigned',
};

function cosignature(
  { verifier_key: key, checkpoint }: Pick<WitnessedLog, 'verifier_key' | 'checkpoint'>,
  lines: string,
): WitnessAnswer {
  try {
    const { text } = parseNote(checkpoint);
    const signatures = lines.trimEnd().split('\n').map(parseSignature);
    const [verified] = verifiedSignatures({ text, signatures }, [parseVerifierKey(key)]);
    if (verified) {
      const { signature } = verified;
      return { kind: 'cosigned', signature, at: cosignedAt(signature) };
    }
  } catch (error) {
    if (!(error instanceof InvalidNote)) throw error;
  }
  return { kind: 'refused', reason: 'its cosignature is not valid' };
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('the answer of the witness is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
