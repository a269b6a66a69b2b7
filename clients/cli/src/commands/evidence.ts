import { writeFile } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import type { QueryEvidence } from '@ndx/client';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

export const evidence = new Command('evidence')
  .description('shows the records that the response to a query used, and its audit entries')
  .argument('<query-event-id>', 'X-Ref-Id of the query')
  .option('--file <file>', 'writes the reliance file of the query, which ndx verify verifies')
  .option('--json', 'prints JSON')
  .action(async (query_event_id, options) => {
    if (options.file !== undefined) {
      await writeRelianceFile(query_event_id, options.file);
      return;
    }
    const { data } = await (await connect()).readEvidence({ path: { query_event_id } });
    print(data, options, evidenceText);
  });

async function writeRelianceFile(query_event_id: string, path: string): Promise<void> {
  const { data } = await (await connect()).readRelianceFile({ path: { query_event_id } });
  await writeFile(path, Buffer.from(await data.arrayBuffer()));
}

function evidenceText(found: QueryEvidence): string {
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
      ['NETWORK', 'POLICY', 'VERSION', 'CONSENT', 'REVISION'],
      found.networks.map((each) => [
        ...[each.network_id, each.policy_id ?? 'built-in default', each.policy_version],
        ...[each.consent_id, each.consent_revision],
      ]),
      'No network is listed.',
    ),
    '',
    table(
      ['RECORD', 'MODEL', 'FURNISHER', 'ATTESTATION'],
      found.records.map((each) => [
        ...[each.record_id, each.model_name],
        ...[each.furnishing_entity_id, each.attestation_id],
      ]),
      'No record is listed.',
    ),
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
