import { canonicalJson } from '../canonical-json.js';
import { signDetached, type FileKey } from '../reliance/detached-jws.js';
import type { FileReader } from '../reliance/manifest.js';

export const INDEX_FORMAT = 'ndx-index/1';

/** A query event of a period, with the commitments that the manifest of its file has too. */
export interface IndexedEvent {
  readonly query_event_id: string;
  readonly occurred_at: string;
  readonly event_sha256: string;
  /** Null where no decision was recorded: the event has no file. */
  readonly decision_sha256: string | null;
}

/**
 * The statement that these are all query events of a network and a period that a reader may see
 * after `cursor` and up to `next_cursor`. The pages of a period follow each other by their cursors.
 */
export interface IndexPage {
  readonly format: string;
  readonly network_id: string;
  readonly reader: FileReader;
  /** ISO 8601, UTC, milliseconds; the period is half-open. */
  readonly from: string;
  readonly to: string;
  /** When the events were read, after the end of the period. */
  readonly signed_at: string;
  /** Null on the first page. */
  readonly cursor: string | null;
  /** Null on the last page. */
  readonly next_cursor: string | null;
  readonly events: readonly IndexedEvent[];
}

/** A page with a detached JWS over the RFC 8785 text of its other members. */
export interface SignedPage extends IndexPage {
  readonly signature: string;
}

export function signPage(page: Omit<IndexPage, 'format'>, key: FileKey): SignedPage {
  const signed: IndexPage = { ...page, format: INDEX_FORMAT };
  return { ...signed, signature: signDetached('ndx-index', textOf(signed), key) };
}

/** The text that the signature of a page is over. */
export function textOf(page: object): Buffer {
  return Buffer.from(canonicalJson(page));
}
