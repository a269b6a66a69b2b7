import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifiedPages, type IndexedEvent, type Manifest, type SignedPage } from '@ndx/proof';
import { linesOf } from '../lines-of.js';

export const INDEX = 'index.ndjson';
export const KEYS = 'keys.json';
/** Events whose file was not received, with the reason. */
export const MISSING = 'missing.ndjson';

/** The files of a period: its index, the keys, and a reliance file for each event. */
export class PeriodFolder {
  constructor(readonly path: string) {}

  pathOf(name: string): string {
    return join(this.path, name);
  }

  nameOf({ query_event_id: id }: IndexedEvent): string {
    return `${id}.zip`;
  }

  /** Writes a file under another name first: an interruption leaves no half file. */
  async write(name: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
    const path = this.pathOf(name);
    await writeFile(`${path}.part`, content);
    await rename(`${path}.part`, path);
  }

  get hasIndex(): boolean {
    return existsSync(this.pathOf(INDEX));
  }

  /** Undefined for a file that does not exist. */
  async read(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.pathOf(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** @param keys the published keys @throws InvalidIndex */
  pages(keys: Uint8Array): AsyncGenerator<SignedPage> {
    return verifiedPages(linesOf(this.pathOf(INDEX)), keys);
  }

  /** @throws InvalidIndex */
  async *events(keys: Uint8Array): AsyncGenerator<IndexedEvent> {
    for await (const { events } of this.pages(keys)) yield* events;
  }
}

/** Whether a file is the one of an event of the index, for the reader of the index. */
export function isFileOf(
  { query_event_id: id, event_sha256, decision_sha256 }: IndexedEvent,
  readerId: string,
  { query_event_id, reader, commitments }: Manifest,
): boolean {
  const committed = new Map(commitments.map(({ of, sha256 }) => [of, sha256]));
  return (
    query_event_id === id &&
    reader.entity_id === readerId &&
    committed.get('event') === event_sha256 &&
    committed.get('decision') === decision_sha256
  );
}
