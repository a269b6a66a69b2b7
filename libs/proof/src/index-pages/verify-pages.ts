import { publicKeyOf } from '../note/ed25519.js';
import { keyIdOf, verifiesDetached } from '../reliance/detached-jws.js';
import { isObject, objectIn } from '../reliance/json-object.js';
import { isHash, READER_KINDS } from '../reliance/manifest.js';
import { publishedKeys } from '../reliance/published-keys.js';
import { INDEX_FORMAT, textOf, type IndexedEvent, type SignedPage } from './index-page.js';

/** Why an index does not prove a period, in the order of the checks of each page. */
export const INDEX_FAULTS = {
  page_invalid: 'is not a page of an index',
  key_unknown: 'is signed with a key that the published keys do not have',
  signature_invalid: 'was changed: its signature does not fit',
  page_missing: 'does not continue the page before it, or is not the last page',
  other_period: 'is of another period, network or reader',
} as const;

export type IndexFault = keyof typeof INDEX_FAULTS;

/** An index that proves nothing: the first fault and the page that has it, from 1. */
export class InvalidIndex extends Error {
  constructor(
    readonly code: IndexFault,
    readonly page: number,
  ) {
    super(`page ${page} of the index ${INDEX_FAULTS[code]}`);
    this.name = 'InvalidIndex';
  }
}

/**
 * Verifies the pages of an index, and yields them in their order. Together they are complete: no
 * event of the period is missing.
 * @param lines one page each, as JSON
 * @param keys the published keys, as `/.well-known/ndx-keys` lists them
 * @throws InvalidIndex with the first fault
 */
export async function* verifiedPages(
  lines: AsyncIterable<string>,
  keys: Uint8Array,
): AsyncGenerator<SignedPage> {
  const known = publishedKeys(keys, 'answers');
  let number = 0;
  let last: SignedPage | undefined;
  for await (const line of lines) {
    number += 1;
    const page = verifiedPage(line, known, number);
    const follows = last ? last.next_cursor !== null : page.cursor === null;
    if (!follows || (last && page.cursor !== last.next_cursor)) {
      throw new InvalidIndex('page_missing', number);
    }
    if (last && periodOf(last) !== periodOf(page)) throw new InvalidIndex('other_period', number);
    yield page;
    last = page;
  }
  if (last?.next_cursor !== null) throw new InvalidIndex('page_missing', Math.max(number, 1));
}

function verifiedPage(
  line: string,
  known: ReadonlyMap<string, Buffer>,
  number: number,
): SignedPage {
  const page = objectIn(Buffer.from(line));
  if (!isPage(page)) throw new InvalidIndex('page_invalid', number);
  const { signature, ...signed } = page;
  const kid = keyIdOf('ndx-index', signature);
  if (kid === undefined) throw new InvalidIndex('signature_invalid', number);
  const key = known.get(kid);
  if (!key) throw new InvalidIndex('key_unknown', number);
  if (!verifiesDetached(signature, textOf(signed), publicKeyOf(key))) {
    throw new InvalidIndex('signature_invalid', number);
  }
  return page;
}

function periodOf({ network_id, reader, from, to }: SignedPage): string {
  return [network_id, reader.kind, reader.entity_id, from, to].join(' ');
}

function isPage(value: unknown): value is SignedPage {
  if (!isObject(value) || !isObject(value['reader'])) return false;
  const { format, reader, cursor, next_cursor, events } = value;
  const texts = ['network_id', 'from', 'to', 'signed_at', 'signature'].map((name) => value[name]);
  return (
    format === INDEX_FORMAT &&
    [...texts, reader['entity_id']].every((text) => typeof text === 'string') &&
    READER_KINDS.some((kind) => kind === reader['kind']) &&
    [cursor, next_cursor].every((place) => place === null || typeof place === 'string') &&
    Array.isArray(events) &&
    events.every(isIndexed)
  );
}

function isIndexed(value: unknown): value is IndexedEvent {
  return (
    isObject(value) &&
    typeof value['query_event_id'] === 'string' &&
    typeof value['occurred_at'] === 'string' &&
    isHash(value['event_sha256']) &&
    (value['decision_sha256'] === null || isHash(value['decision_sha256']))
  );
}
