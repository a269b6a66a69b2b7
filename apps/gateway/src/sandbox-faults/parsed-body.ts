import { bodyFault } from '@ndx/service';

/**
 * The value of a body in JSON. Undefined for JSON that the service rejects: `JSON.parse` needs more than
 * linear time for a deeply nested one.
 */
export function parsedBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  const json = body.toString();
  try {
    return bodyFault(json) === undefined ? JSON.parse(json) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
