import { QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from './exchange.js';
import { succeed } from './participant.js';

/** The address of a receiver that does not exist, in a domain that has no names (RFC 6761). */
export const UNREACHABLE = 'https://receiver.invalid/notices';

/** Creates a notice endpoint of the querying bank; returns its path. */
export async function aNoticeEndpoint(
  exchange: Exchange,
  terms: Readonly<Record<string, unknown>>,
): Promise<string> {
  const created = await succeed(exchange.as(QUERYING_BANK).post('/v1/notice-endpoints', terms));
  return `/v1/notice-endpoints/${String(created['endpoint_id'])}`;
}
