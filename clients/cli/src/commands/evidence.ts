import { writeFile } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import type { QueryEvidence, QueryingPolicyVersion } from '@ndx/client';
import { CliError, EXIT_STATUS } from '../cli-error.js';
import {
  appliedPolicies,
  approvalsText,
  breakGlassText,
  policyVersionsOf,
} from '../evidence-policies.js';
import { recordEndsText } from '../explanation-text.js';
import { networkOf } from '../network-option.js';
import { members, print, table } from '../output.js';
import {
  exportFiles,
  exportIndex,
  OF_QUERIES,
  OF_RECORD_USES,
  type PeriodSource,
} from '../period/export-period.js';
import { MISSING, PeriodFolder } from '../period/period-folder.js';
import { parsePeriod } from '../period/period.js';
import { connect } from '../session.js';
import { untilEnd } from '../until-end.js';

export const evidence = new Command('evidence')
  .description(
    'shows the records that the response to a query used, and its audit entries; exports the reliance files of a period',
  )
  .argument('[query-event-id]', 'X-Ref-Id of the query')
  .option('--file <file>', 'writes the reliance file of the query, which ndx verify verifies')
  .option('--for <period>', 'exports a period, such as 2026-03 or 2026-03-01/2026-04-01')
  .option('--out <folder>', 'the folder of --for; continues an interrupted export')
  .option('--network <id>', 'id or name of the network of --for')
  .option('--record-uses', "exports what became of the institution's own records, as a furnisher")
  .option('--json', 'prints JSON')
  .action(async (query_event_id, options) => {
    if (options.for !== undefined || options.out !== undefined) {
      await writePeriod(query_event_id, options);
      return;
    }
    if (query_event_id === undefined) throw oneOfBoth();
    if (options.file !== undefined) {
      const { data } = await sourceOf(options.recordUses).readFile(await connect(), query_event_id);
      await writeFile(options.file, Buffer.from(await data.arrayBuffer()));
      return;
    }
    const ndx = await connect();
    const { data } = await ndx.readEvidence({ path: { query_event_id } });
    const policy_versions = await policyVersionsOf(ndx, data);
    print({ ...data, policy_versions }, options, evidenceText);
  });

interface PeriodOptions {
  readonly for?: string;
  readonly out?: string;
  readonly file?: string;
  readonly network?: string;
  readonly recordUses?: true;
  readonly json?: boolean;
}

/** @throws CliError for options that do not fit each other, or a period that is none */
async function writePeriod(
  queryEventId: string | undefined,
  { for: text, out, file, network, recordUses, ...options }: PeriodOptions,
): Promise<void> {
  if (text === undefined || out === undefined) {
    throw new CliError('usage', '--for and --out need each other', {
      hint: 'Export a period: ndx evidence --for 2026-03 --out 2026-03',
    });
  }
  if (queryEventId !== undefined || file !== undefined) throw oneOfBoth();
  const period = parsePeriod(text);
  const ndx = await connect();
  const networkId = await networkOf(ndx, network);
  const folder = new PeriodFolder(out);
  const source = sourceOf(recordUses);
  const index = await exportIndex(ndx, source, { network_id: networkId, ...period }, folder);
  const summary = await untilEnd(() => exportFiles(ndx, source, index, folder));
  print({ ...summary, folder: out }, options, members);
  if (summary.missing === 0) return;
  process.exitCode = EXIT_STATUS.server;
  process.stderr.write(
    `The reasons of the missing files: ${folder.pathOf(MISSING)}\nRepeat the command to request them again.\n`,
  );
}

function oneOfBoth(): CliError {
  return new CliError('usage', 'give either the id of a query event or --for', {
    hint: 'One query: ndx evidence ID. A period: ndx evidence --for 2026-03 --out 2026-03',
  });
}

function sourceOf(recordUses: boolean | undefined): PeriodSource {
  return recordUses ? OF_RECORD_USES : OF_QUERIES;
}

interface Evidence extends QueryEvidence {
  readonly policy_versions: readonly QueryingPolicyVersion[];
}

function evidenceText(found: Evidence): string {
  const { product_slug, outcome, occurred_at, billable } = found.query_event;
  return [
    members({
      query: `${product_slug} ${outcome} at ${occurred_at}`,
      billable,
      decision: found.decision,
      'certificate SHA-256': found.certificate_sha256,
    }),
    '',
    table(
      ['NETWORK', 'DATA SET', 'POLICY', 'VERSION', 'CONSENT', 'REVISION'],
      appliedPolicies(found).map((each) => [
        ...[each.network_id, each.model_name],
        ...[each.policy_id ?? 'built-in default', each.policy_version],
        ...[each.consent_id, each.consent_revision],
      ]),
      'No network is listed.',
    ),
    ...approvalsText(found.policy_versions),
    ...breakGlassText(found),
    '',
    table(
      ['RECORD', 'MODEL', 'FURNISHER', 'ATTESTATION'],
      found.records.map((each) => [
        ...[each.record_id, each.model_name],
        ...[each.furnishing_entity_id, each.attestation_id],
      ]),
      'No record is listed.',
    ),
    ...recordEndsText(found.record_ends),
    '',
    table(
      ['AUDIT LOG', 'SEQ', 'TYPE', 'INTACT', 'HASH'],
      found.audit_entries.map(({ network_id: network, seq, type, is_intact, hash }) => [
        ...[network, seq, type],
        ...[is_intact, hash],
      ]),
      'No audit entry is listed; an entry follows its query within about a second.',
    ),
  ].join('\n');
}
