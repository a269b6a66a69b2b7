import { opendir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import {
  InvalidIndex,
  InvalidRelianceFile,
  verifyRelianceFile,
  type IndexedEvent,
  type KnownKeys,
} from '@ndx/proof';
import { Progress } from '../furnish/progress.js';
import { inParallel } from '../in-parallel.js';
import { INDEX, isFileOf, KEYS, MISSING, type PeriodFolder } from './period-folder.js';

/** Why a folder does not prove a period. */
export interface Finding {
  readonly file: string;
  readonly code: string;
  /** The member of a reliance file, or the page of the index. */
  readonly member: string | null;
}

export interface VerifiedFolder {
  readonly network_id: string;
  readonly reader: string;
  readonly reader_entity_id: string;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  readonly files: number;
  readonly without_decision: number;
}

/**
 * Verifies the index of a period, and that each of its events has its file, and that there are no
 * others. Finds nothing else when the index proves nothing.
 */
export async function verifyFolder(
  folder: PeriodFolder,
  { published, witnesses = [] }: KnownKeys,
): Promise<{ readonly findings: readonly Finding[]; readonly verified?: VerifiedFolder }> {
  const keys = published ?? (await folder.read(KEYS));
  if (!keys) return { findings: [missing(KEYS)] };
  if (!folder.hasIndex) return { findings: [missing(INDEX)] };
  try {
    return await verifyFiles(folder, { published: keys, witnesses });
  } catch (error) {
    if (!(error instanceof InvalidIndex)) throw error;
    return { findings: [{ file: INDEX, code: error.code, member: `page ${error.page}` }] };
  }
}

type PublishedKeys = Required<KnownKeys> & { readonly published: Uint8Array };

async function verifyFiles(folder: PeriodFolder, known: PublishedKeys) {
  const { published: keys } = known;
  let events = 0;
  let scope: Pick<VerifiedFolder, 'network_id' | 'from' | 'to'> | undefined;
  let [kind, readerId] = ['', ''];
  for await (const page of folder.pages(keys)) {
    const { network_id, from, to, reader } = page;
    events += page.events.length;
    scope = { network_id, from, to };
    [kind, readerId] = [reader.kind, reader.entity_id];
  }
  const findings: Finding[] = [];
  const expected = new Set([INDEX, KEYS, MISSING]);
  const progress = new Progress(events, 0, 'files');
  let [done, withoutDecision] = [0, 0];
  try {
    await inParallel(folder.events(keys), availableParallelism(), async (event) => {
      expected.add(folder.nameOf(event));
      const finding = await verifyFile(folder, event, readerId, known);
      if (finding === 'without_decision') withoutDecision += 1;
      else if (finding) findings.push(finding);
      done += 1;
      progress.update(done);
    });
  } finally {
    progress.end();
  }
  for await (const { name } of await opendir(folder.path)) {
    if (!expected.has(name)) findings.push({ file: name, code: 'file_unexpected', member: null });
  }
  const sorted = findings.sort((one, other) => one.file.localeCompare(other.file));
  if (!scope || sorted.length > 0) return { findings: sorted };
  const counts = { events, files: events - withoutDecision, without_decision: withoutDecision };
  return {
    findings: [],
    verified: { ...scope, reader: kind, reader_entity_id: readerId, ...counts },
  };
}

async function verifyFile(
  folder: PeriodFolder,
  event: IndexedEvent,
  readerId: string,
  known: PublishedKeys,
): Promise<Finding | 'without_decision' | undefined> {
  const file = folder.nameOf(event);
  const bytes = await folder.read(file);
  if (!bytes) return event.decision_sha256 === null ? 'without_decision' : missing(file);
  try {
    const { manifest } = await verifyRelianceFile(bytes, known);
    if (isFileOf(event, readerId, manifest)) return undefined;
    return { file, code: 'other_event', member: 'manifest.json' };
  } catch (error) {
    if (!(error instanceof InvalidRelianceFile)) throw error;
    return { file, code: error.code, member: error.member };
  }
}

function missing(file: string): Finding {
  return { file, code: 'file_missing', member: null };
}
