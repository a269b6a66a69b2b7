import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { printLine, UsageError } from '@ndx/command-line';
import {
  AuditLog,
  compareHeads,
  entriesInOrderOfTime,
  headsOf,
  missingChains,
  REGISTER_CHAIN,
  verifyLog,
  type ChainVerdict,
  type ExportedHeads,
} from '@ndx/audit';
import type { Type } from '@nestjs/common';
import { requireCurrentSchema } from '@ndx/postgres';
import {
  auditSourceOf,
  createInfrastructure,
  type Infrastructure,
} from '../definition/infrastructure.js';
import { ReportedFailure } from '@ndx/config';
import { definitionOf } from '../definition/service-definition.js';

/** The file name of standard input and output. */
const STREAM = '-';
const STDIN = 0;

/** A file with the chain heads of each service. */
type HeadsFile = Readonly<Record<string, ExportedHeads>>;

/**
 * `audit-verify`: verifies every audit chain of a service and prints the end of each, or its first
 * altered entry; with `--archive` also the archived entries. `--export` writes the service's heads
 * into a file, `--heads` compares with heads exported earlier. The file `-` is standard input or
 * output (other output goes to standard error), for containers without a writable disk.
 * `audit-verify --record-gap --heads FILE`: first enters in each chain which entries it lost.
 * `audit-verify --entries --network ID`: the entries of one chain, as NDJSON by time.
 * @throws ReportedFailure when a chain is broken
 */
export async function auditVerifyCommand(
  service: Type,
  options: {
    readonly export?: string;
    readonly heads?: string;
    readonly recordGap?: true;
    readonly entries?: true;
    readonly network?: string;
    readonly archive?: true;
  },
): Promise<void> {
  const infrastructure = createInfrastructure(definitionOf(service), process.env);
  await infrastructure.dataSource.initialize();
  try {
    await requireCurrentSchema(infrastructure.dataSource);
    const { heads } = options;
    const exported =
      heads === undefined ? undefined : readHeads(heads)[infrastructure.definition.name];
    if (options.recordGap) await recordGaps(infrastructure, exported);
    if (options.entries) await printEntries(infrastructure, options.network);
    else await verify(infrastructure, { ...options, exported });
  } finally {
    await infrastructure.dataSource.destroy();
  }
}

async function verify(
  infrastructure: Infrastructure,
  options: {
    readonly export?: string | undefined;
    readonly exported: ExportedHeads | undefined;
    readonly archive?: true;
  },
): Promise<void> {
  const { dataSource, definition } = infrastructure;
  const print = options.export === STREAM ? printToStderr : say;
  const { exported = {}, archive: withArchive = false } = options;
  const log = auditSourceOf(infrastructure, dataSource);
  const verdicts: ChainVerdict[] = [];
  for await (const verified of verifyLog(log, { withArchive })) {
    const verdict = await compareHeads(log, exported, verified);
    verdicts.push(verdict);
    print(lineOf(definition.name, verdict));
  }
  for (const verdict of missingChains(exported, verdicts)) {
    verdicts.push(verdict);
    print(lineOf(definition.name, verdict));
  }
  if (verdicts.length === 0) print(`${definition.name}: no entries yet`);
  const broken = verdicts.filter(({ fault }) => fault).length;
  if (broken > 0) {
    throw new ReportedFailure(`${definition.name}: ${broken} audit chain(s) are not as written`);
  }
  if (options.export !== undefined) writeHeads(options.export, definition.name, headsOf(verdicts));
}

/**
 * Records a loss in each chain that verifies but lacks entries of the exported heads, after a
 * restore or a failover that lost commits. The record stays in the chain.
 * @throws UsageError without exported heads
 */
async function recordGaps(
  infrastructure: Infrastructure,
  exported: ExportedHeads | undefined,
): Promise<void> {
  if (!exported) throw new UsageError('--record-gap needs --heads FILE with heads of the service');
  const { dataSource } = infrastructure;
  const log = auditSourceOf(infrastructure, dataSource);
  const whole: ChainVerdict[] = [];
  const lost: string[] = [];
  for await (const verified of verifyLog(log)) {
    whole.push(verified);
    const isLost = !verified.fault && (await compareHeads(log, exported, verified)).fault;
    if (isLost) lost.push(verified.chain);
  }
  lost.push(...missingChains(exported, whole).map(({ chain }) => chain));
  for (const chain of lost) {
    const end = exported[chain];
    if (!end) continue;
    await dataSource.transaction((manager) =>
      new AuditLog(log.seal).recordGap(manager, chain, end),
    );
  }
}

function lineOf(
  service: string,
  { chain, entries, head, fault, archived, gap }: ChainVerdict,
): string {
  const name = `${service}: ${chain === REGISTER_CHAIN ? 'register of chains' : `chain ${chain}`}`;
  const recorded = gap === undefined ? '' : `, entries that it lost are recorded in entry ${gap}`;
  const cut = archived === undefined ? '' : ` (${archived} archived)`;
  if (!fault) return `${name}: ok, ${entries} entries${cut}, head ${head}${recorded}`;
  const event = fault.eventId === undefined ? '' : ` (event ${fault.eventId})`;
  return `${name}: BROKEN at entry ${fault.seq}${event}: ${fault.reason}`;
}

function readHeads(file: string): HeadsFile {
  return JSON.parse(readFileSync(file === STREAM ? STDIN : file, 'utf8')) as HeadsFile;
}

/** Keeps the other services' heads: each service adds its own. */
function writeHeads(file: string, service: string, heads: ExportedHeads): void {
  const others = file !== STREAM && existsSync(file) ? readHeads(file) : {};
  const text = JSON.stringify({ ...others, [service]: heads }, null, 2);
  if (file === STREAM) say(text);
  else writeFileSync(file, `${text}\n`);
}

async function printEntries(
  infrastructure: Infrastructure,
  network: string | undefined,
): Promise<void> {
  if (network === undefined) {
    throw new UsageError('--entries needs --network ID');
  }
  const { dataSource, definition } = infrastructure;
  const log = auditSourceOf(infrastructure, dataSource);
  for await (const entry of entriesInOrderOfTime(log, definition.name, network)) {
    await printLine(JSON.stringify(entry));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
