import { Command, Option } from '@commander-js/extra-typings';
import { eachItem, followItems, type ListedQueryEvent } from '@ndx/client';
import { networkOf } from '../network-option.js';
import { KeptCursor } from '../kept-cursor.js';
import { connect } from '../session.js';
import { untilStopped } from '../until-stopped.js';

function line(event: ListedQueryEvent, json: boolean | undefined): string {
  if (json) return `${JSON.stringify(event)}\n`;
  const { occurred_at, query_event_id, product_slug, outcome, reason, request_id } = event;
  const columns = [occurred_at, query_event_id, product_slug, outcome, request_id];
  return `${[...columns, ...(reason === null ? [] : [reason])].join('  ')}\n`;
}

const list = new Command('list')
  .description('lists query events, oldest first')
  .option('--network <id>', 'id or name of the network')
  .option('--from <time>', 'events from this time on, ISO 8601')
  .option('--to <time>', 'events before this time, ISO 8601')
  .addOption(
    new Option('--reason <code>', 'events without a result, for this reason').choices([
      'required_section_missing',
      'required_field_missing',
      'no_eligible_record',
      'not_stated',
    ] as const),
  )
  .addOption(
    new Option('--outcome <outcome>', 'events with or without a result').choices([
      'issued',
      'no_result',
    ] as const),
  )
  .option('--institution <id>', 'queries by an institution, for governors')
  .option('--product <slug>', 'queries of a product or template')
  .option('--subject <id>', 'queries about a business or a consumer')
  .option('--consent <id>', 'queries under a consent')
  .option('--policy <id>', 'queries to which a policy applied')
  .option('--request-id <id>', 'the query whose answer had this X-Request-Id')
  .option('--json', 'prints a JSON object on each line')
  .action(async ({ network, from, to, reason, outcome, json, ...of }) => {
    const ndx = await connect();
    const query = {
      network_id: await networkOf(ndx, network),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(reason !== undefined && { reason }),
      ...(outcome !== undefined && { outcome }),
      ...(of.institution !== undefined && { querying_entity_id: of.institution }),
      ...(of.product !== undefined && { product_slug: of.product }),
      ...(of.subject !== undefined && { subject_id: of.subject }),
      ...(of.consent !== undefined && { consent_id: of.consent }),
      ...(of.policy !== undefined && { policy_id: of.policy }),
      ...(of.requestId !== undefined && { request_id: of.requestId }),
    };
    for await (const event of eachItem(ndx.listQueryEvents, { query })) {
      process.stdout.write(line(event, json));
    }
  });

const tail = new Command('tail')
  .description('prints new query events as they arrive, until Ctrl-C')
  .option('--network <id>', 'id or name of the network')
  .option('--since <time>', 'also events from this time on, ISO 8601')
  .option('--state <file>', 'keeps the cursor, from which a later run continues')
  .option('--json', 'prints a JSON object on each line')
  .action(async ({ network, since, state, json }) => {
    const signal = untilStopped();
    const ndx = await connect();
    const kept = new KeptCursor(state);
    const cursor = await kept.read();
    const query = {
      network_id: await networkOf(ndx, network),
      ...(cursor === undefined ? { from: since ?? new Date().toISOString() } : { cursor }),
    };
    const onProcessed = (next: string) => kept.keep(next);
    const options = { intervalMs: 1_000, signal, onProcessed };
    for await (const event of followItems(ndx.listQueryEvents, { query }, options)) {
      process.stdout.write(line(event, json));
    }
  });

export const events = new Command('events')
  .description('lists and follows query events')
  .addCommand(list)
  .addCommand(tail);
