import { appendFile, mkdir, rm } from 'node:fs/promises';
import { NdxError, type NdxClient } from '@ndx/client';
import {
  InvalidIndex,
  InvalidRelianceFile,
  openRelianceFile,
  type IndexedEvent,
  type SignedPage,
} from '@ndx/proof';
import { CliError } from '../cli-error.js';
import { Progress } from '../furnish/progress.js';
import { inParallel } from '../in-parallel.js';
import type { Period } from './period.js';
import { INDEX, isFileOf, KEYS, MISSING, type PeriodFolder } from './period-folder.js';

const CONCURRENCY = 4;

/** Statuses that say something about one event; any other one ends the export. */
const OF_AN_EVENT: readonly number[] = [404, 500];

export interface PeriodSummary {
  readonly events: number;
  readonly files: number;
  /** Files of an earlier run. */
  readonly continued_after: number;
  /** Events that have no file, because no decision was recorded. */
  readonly without_decision: number;
  /** Files that were not received. */
  readonly missing: number;
  readonly seconds: number;
}

type Outcome = 'received' | 'kept' | 'missing' | 'without_decision';

type IndexQuery = Period & { readonly network_id: string };

/** Where the index and the files of a reader come from. */
export interface PeriodSource {
  readIndex(
    ndx: NdxClient,
    query: IndexQuery & { readonly cursor?: string; readonly limit?: number },
  ): ReturnType<NdxClient['readQueryIndex']>;
  readFile(ndx: NdxClient, query_event_id: string): ReturnType<NdxClient['readRelianceFile']>;
}

/** The queries of an institution, or of the networks that it governs. */
export const OF_QUERIES: PeriodSource = {
  readIndex: (ndx, query) => ndx.readQueryIndex({ query }),
  readFile: (ndx, query_event_id) => ndx.readRelianceFile({ path: { query_event_id } }),
};

/** The queries that considered a furnisher's records. */
export const OF_RECORD_USES: PeriodSource = {
  readIndex: (ndx, query) => ndx.readRecordUseIndex({ query }),
  readFile: (ndx, query_event_id) => ndx.readRelianceFileOfRecordUse({ path: { query_event_id } }),
};

/** An index that was verified. */
export interface VerifiedIndex {
  /** The published keys. */
  readonly keys: Uint8Array;
  readonly first: SignedPage;
  readonly events: number;
}

/**
 * Requests the signed index of a period, unless the folder has it.
 * @throws CliError when the folder has the index of another period; InvalidIndex
 */
export async function exportIndex(
  ndx: NdxClient,
  source: PeriodSource,
  query: IndexQuery,
  folder: PeriodFolder,
): Promise<VerifiedIndex> {
  const { data: asked } = await source.readIndex(ndx, { ...query, limit: 1 });
  await mkdir(folder.path, { recursive: true });
  // An earlier run may have written them before a rotation.
  const keys = Buffer.from(JSON.stringify((await ndx.readSigningKeys()).data));
  const found = folder.hasIndex ? await intactIndex(folder, keys) : undefined;
  if (found && scopeOf(found.first) !== scopeOf(asked)) {
    const { from, to, network_id } = found.first;
    throw new CliError('conflict', `${folder.path} has the index of another export`, {
      hint: `It is from ${from} to ${to}, of network ${network_id}. Choose another folder with --out.`,
    });
  }
  await folder.write(KEYS, keys);
  if (found) return found;
  await folder.write(INDEX, linesOf(ndx, source, query));
  return readIndex(folder, keys);
}

async function readIndex(folder: PeriodFolder, keys: Uint8Array): Promise<VerifiedIndex> {
  let first: SignedPage | undefined;
  let events = 0;
  for await (const page of folder.pages(keys)) {
    first ??= page;
    events += page.events.length;
  }
  if (!first) throw new InvalidIndex('page_missing', 1);
  return { keys, first, events };
}

/** Undefined for an index that proves nothing. */
async function intactIndex(
  folder: PeriodFolder,
  keys: Uint8Array,
): Promise<VerifiedIndex | undefined> {
  try {
    return await readIndex(folder, keys);
  } catch (error) {
    if (error instanceof InvalidIndex) return undefined;
    throw error;
  }
}

/**
 * Exports the file of each event of an index. Continues an interrupted export: a file that is there
 * and intact is not requested again.
 * @throws InvalidIndex
 */
export async function exportFiles(
  ndx: NdxClient,
  source: PeriodSource,
  { keys, first, events }: VerifiedIndex,
  folder: PeriodFolder,
): Promise<PeriodSummary> {
  const counts = { received: 0, kept: 0, missing: 0, without_decision: 0 };
  const progress = new Progress(events, 0, 'files');
  await rm(folder.pathOf(MISSING), { force: true });
  try {
    await inParallel(folder.events(keys), CONCURRENCY, async (event) => {
      const read = () => source.readFile(ndx, event.query_event_id);
      counts[await exportFile(read, event, first.reader.entity_id, folder)] += 1;
      progress.update(Object.values(counts).reduce((sum, count) => sum + count, 0));
    });
  } finally {
    progress.end();
  }
  const { received, kept, ...others } = counts;
  return {
    ...{ events, files: received + kept, continued_after: kept, ...others },
    seconds: Number(progress.seconds.toFixed(1)),
  };
}

/** The scope of a page: its period, network and reader. */
function scopeOf({ network_id, reader, from, to }: Omit<SignedPage, 'signature'>): string {
  return [network_id, reader.kind, reader.entity_id, from, to].join(' ');
}

async function* linesOf(
  ndx: NdxClient,
  source: PeriodSource,
  query: IndexQuery,
): AsyncGenerator<string> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data } = await source.readIndex(ndx, {
      ...{ ...query, ...(cursor !== undefined && { cursor }) },
    });
    yield `${JSON.stringify(data)}\n`;
    cursor = data.next_cursor;
  }
}

async function exportFile(
  read: () => ReturnType<PeriodSource['readFile']>,
  event: IndexedEvent,
  readerId: string,
  folder: PeriodFolder,
): Promise<Outcome> {
  if (event.decision_sha256 === null) return 'without_decision';
  const name = folder.nameOf(event);
  const found = await folder.read(name);
  if (found && isIntact(found, event, readerId)) return 'kept';
  const { query_event_id } = event;
  try {
    const { data } = await read();
    await folder.write(name, Buffer.from(await data.arrayBuffer()));
    return 'received';
  } catch (error) {
    if (!(error instanceof NdxError) || !OF_AN_EVENT.includes(error.status)) throw error;
    const line = JSON.stringify({ query_event_id, reason: error.message });
    await appendFile(folder.pathOf(MISSING), `${line}\n`);
    return 'missing';
  }
}

function isIntact(bytes: Buffer, event: IndexedEvent, readerId: string): boolean {
  try {
    return isFileOf(event, readerId, openRelianceFile(bytes).manifest);
  } catch (error) {
    if (error instanceof InvalidRelianceFile) return false;
    throw error;
  }
}
