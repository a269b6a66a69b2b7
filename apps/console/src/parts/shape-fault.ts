import { NdxError } from '@ndx/client';

/** The place of a request that has not the declared shape, and why. */
export interface ShapeFault {
  /** The names of members and the numbers of items, from the outside. */
  readonly path: readonly string[];
  readonly message: string;
}

/** `body -> a -> b: message` (contract 7.4). */
const SHAPE_FAULT = /^(?:body|path|query) -> ([^:]+): (.+)$/s;

/** The fault of a request that was rejected for its shape; undefined for other errors. */
export function shapeFaultOf(error: unknown): ShapeFault | undefined {
  if (!(error instanceof NdxError) || error.status !== 422) return undefined;
  const [, path, message] = SHAPE_FAULT.exec(error.detail) ?? [];
  return path === undefined || message === undefined
    ? undefined
    : { path: path.split(' -> '), message };
}

/**
 * Why the server rejected the value of a member of a request, as a sentence for its field. An error
 * that is no fault of the shape begins with the member: `expires_at must be in the future`.
 */
export function faultAt(error: unknown, member: string): string | undefined {
  const fault = shapeFaultOf(error);
  if (fault) return fault.path.includes(member) ? sentence(fault.message) : undefined;
  if (!(error instanceof NdxError) || error.status !== 400) return undefined;
  const { detail } = error;
  const [, message] = /^:? (.+)$/s.exec(detail.slice(member.length)) ?? [];
  return detail.startsWith(member) && message !== undefined ? sentence(message) : undefined;
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
