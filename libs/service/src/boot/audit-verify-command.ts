import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { printLine, UsageError } from '@ndx/command-line';
import {
  checkpointsOf,
  compareCheckpoint,
  entriesInOrderOfTime,
  exportedHead,
  missingLogs,
  REGISTER,
  verifyLog,
  type AuditSource,
  type ExportedCheckpoints,
  type LogVerdict,
} from '@ndx/audit';
import type { Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { requireCurrentSchema } from '@ndx/postgres';
import {
  auditLogOf,
  auditSourceOf,
  createInfrastructure,
  type Infrastructure,
} from '../definition/infrastructure.js';
import { ReportedFailure } from '@ndx/config';
import { definitionOf } from '../definition/service-definition.js';
import { publicAuditSource } from './public-audit-source.js';

/** The file name of standard input and output. */
const STREAM = '-';
const STDIN = 0;

/** A file with the checkpoints of the logs of each service. */
type CheckpointsFile = Readonly<Record<string, ExportedCheckpoints>>;

/**
 * `audit-verify`: verifies every audit log of a service with its public keys and prints the end of
 * each, or its first altered entry; with `--archive` also the archived entries. `--export` writes
 * the signed checkpoints into a file, `--checkpoints` compares with some exported earlier. The file
 * `-` is standard input or output (other output goes to standard error), for containers without a
 * writable disk. With `--keys` it reads the public keys from a file, and no secret of the service.
 * `audit-verify --record-gap --checkpoints FILE`: first enters in each log which entries it lost.
 * `audit-verify --entries --network ID`: the entries of one log, as NDJSON by time.
 * @throws ReportedFailure when a log is broken
 */
export async function auditVerifyCommand(
  service: Type,
  options: {
    readonly export?: string;
    readonly checkpoints?: string;
    readonly recordGap?: true;
    readonly entries?: true;
    readonly network?: string;
    readonly archive?: true;
    readonly keys?: string;
  },
): Promise<void> {
  const { checkpoints, keys } = options;
  const definition = definitionOf(service);
  const { name } = definition;
  const exported = checkpoints === undefined ? undefined : readCheckpoints(checkpoints)[name];
  if (keys !== undefined) {
    if (options.recordGap) throw new UsageError('--record-gap writes, and needs the signing key');
    const log = publicAuditSource(definition, process.env, keys);
    await connected(log.database, () => readLogs(log, name, { ...options, exported }));
    return;
  }
  const infrastructure = createInfrastructure(definition, process.env);
  const log = auditSourceOf(infrastructure, infrastructure.dataSource);
  await connected(infrastructure.dataSource, async () => {
    if (options.recordGap) await recordGaps(infrastructure, log, exported);
    await readLogs(log, name, { ...options, exported });
  });
}

async function connected(database: DataSource, work: () => Promise<void>): Promise<void> {
  await database.initialize();
  try {
    await requireCurrentSchema(database);
    await work();
  } finally {
    await database.destroy();
  }
}

function readLogs(
  log: AuditSource,
  service: string,
  options: Parameters<typeof verify>[2] & { readonly entries?: true; readonly network?: string },
): Promise<void> {
  const { entries, network } = options;
  return entries ? printEntries(log, service, network) : verify(log, service, options);
}

async function verify(
  log: AuditSource,
  service: string,
  options: {
    readonly export?: string | undefined;
    readonly exported: ExportedCheckpoints | undefined;
    readonly archive?: true;
  },
): Promise<void> {
  const print = options.export === STREAM ? printToStderr : say;
  const { exported = {}, archive: withArchive = false } = options;
  const verdicts: LogVerdict[] = [];
  for await (const verified of verifyLog(log, { withArchive })) {
    const verdict = await compareCheckpoint(log, exported, verified);
    verdicts.push(verdict);
    print(lineOf(service, verdict));
  }
  for (const verdict of missingLogs(exported, verdicts)) {
    verdicts.push(verdict);
    print(lineOf(service, verdict));
  }
  if (verdicts.length === 0) print(`${service}: no entries yet`);
  const broken = verdicts.filter(({ fault }) => fault).length;
  if (broken > 0) {
    throw new ReportedFailure(`${service}: ${broken} audit log(s) are not as written`);
  }
  if (options.export !== undefined)
    writeCheckpoints(options.export, service, checkpointsOf(verdicts));
}

/**
 * Records a loss in each log that verifies but lacks entries of the exported checkpoints, after a
 * restore or a failover that lost commits. The record stays in the log.
 * @throws UsageError without exported checkpoints
 */
async function recordGaps(
  infrastructure: Infrastructure,
  log: AuditSource,
  exported: ExportedCheckpoints | undefined,
): Promise<void> {
  if (!exported)
    throw new UsageError('--record-gap needs --checkpoints FILE with checkpoints of the service');
  const { dataSource } = infrastructure;
  const whole: LogVerdict[] = [];
  const lost: string[] = [];
  for await (const verified of verifyLog(log)) {
    whole.push(verified);
    const isLost = !verified.fault && (await compareCheckpoint(log, exported, verified)).fault;
    if (isLost) lost.push(verified.network);
  }
  lost.push(...missingLogs(exported, whole).map(({ network }) => network));
  const writer = auditLogOf(infrastructure);
  for (const network of lost) {
    const head = exportedHead(log, network, exported[network] ?? '');
    if (!head) continue;
    await dataSource.transaction((manager) => writer.recordGap(manager, network, head));
  }
}

function lineOf(
  service: string,
  { network, entries, root, fault, archived, gap }: LogVerdict,
): string {
  const name = `${service}: ${network === REGISTER ? 'register of logs' : `log ${network}`}`;
  const recorded = gap === undefined ? '' : `, entries that it lost are recorded in entry ${gap}`;
  const cut = archived === undefined ? '' : ` (${archived} archived)`;
  if (!fault) return `${name}: ok, ${entries} entries${cut}, root ${root}${recorded}`;
  const event = fault.eventId === undefined ? '' : ` (event ${fault.eventId})`;
  return `${name}: BROKEN at entry ${fault.seq}${event}: ${fault.reason}`;
}

function readCheckpoints(file: string): CheckpointsFile {
  return JSON.parse(readFileSync(file === STREAM ? STDIN : file, 'utf8')) as CheckpointsFile;
}

/** Keeps the other services' checkpoints: each service adds its own. */
function writeCheckpoints(file: string, service: string, notes: ExportedCheckpoints): void {
  const others = file !== STREAM && existsSync(file) ? readCheckpoints(file) : {};
  const text = JSON.stringify({ ...others, [service]: notes }, null, 2);
  if (file === STREAM) say(text);
  else writeFileSync(file, `${text}\n`);
}

async function printEntries(
  log: AuditSource,
  service: string,
  network: string | undefined,
): Promise<void> {
  if (network === undefined) {
    throw new UsageError('--entries needs --network ID');
  }
  for await (const entry of entriesInOrderOfTime(log, service, network)) {
    await printLine(JSON.stringify(entry));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
