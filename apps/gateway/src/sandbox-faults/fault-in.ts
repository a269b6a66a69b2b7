import { SANDBOX_FAULT_IDENTIFIERS, SANDBOX_FAULTS, type SandboxFault } from '@ndx/contracts';
import { bodyFault } from '@ndx/service';

const MEMBERS = ['consumer_id', 'social_security_number'] as const;

const BY_IDENTIFIER: ReadonlyMap<unknown, SandboxFault> = new Map(
  SANDBOX_FAULTS.flatMap((fault) =>
    MEMBERS.map((member) => [SANDBOX_FAULT_IDENTIFIERS[fault][member], fault] as const),
  ),
);

/** The fault that the body of a query names by an identifier; undefined for any other body. */
export function faultIn(body: unknown): SandboxFault | undefined {
  const members = Buffer.isBuffer(body) ? parsed(body) : undefined;
  if (typeof members !== 'object' || members === null) return undefined;
  const values: Readonly<Record<string, unknown>> = { ...members };
  return MEMBERS.map((member) => BY_IDENTIFIER.get(values[member])).find(
    (fault) => fault !== undefined,
  );
}

/**
 * Undefined for JSON that the service rejects: `JSON.parse` needs more than linear time for a deeply
 * nested one.
 */
function parsed(body: Buffer): unknown {
  const json = body.toString();
  try {
    return bodyFault(json) === undefined ? JSON.parse(json) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
