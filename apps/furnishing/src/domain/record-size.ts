import { BOUNDS, jsonBytes } from '@ndx/contracts';
import { sealedModels, type Candidate } from './candidate.js';
import { faultAt, type Fault } from './fault.js';

/** Longer than any encrypted text: prefix, key id, and base64url of iv, tag and text. */
function asLongAsSealed(plain: string): string {
  return 'x'.repeat(110 + Math.ceil((Buffer.byteLength(plain) * 4) / 3));
}

/** The reason why a record is too large for its event, if it is (replication 3). */
export function sizeFault(candidate: Candidate): Fault | undefined {
  const { dataBytes: most } = BOUNDS.record;
  const bytes = jsonBytes(sealedModels(candidate, asLongAsSealed));
  return bytes > most
    ? faultAt(
        'too_large',
        candidate.path,
        `a record is at most ${most} bytes as JSON, not ${bytes}`,
      )
    : undefined;
}
