import { Command } from '@commander-js/extra-typings';
import { eachItem, followItems, type QueryEvent } from '@ndx/client';
import { networkOf } from '../network-option.js';
import { KeptCursor } from '../kept-cursor.js';
import { connect } from '../session.js';
import { untilStopped } from '../until-stopped.js';

function line(event: QueryEvent, json: boolean | undefined): string {
  if (json) return `${JSON.stringify(event)}\n`;
  const { occurred_at, query_event_id, product_slug, outcome, request_id } = event;
  return `${occurred_at}  ${query_event_id}  ${product_slug}  ${outcome}  ${request_id}\n`;
}

const list = new Command('list')
  .description('lists query events, oldest first')
  .option('--network <id>', 'id or name of the network')
  .option('--from <time>', 'events from this time on, ISO 8601')
  .option('--to <time>', 'events before this time, ISO 8601')
  .option('--json', 'prints a JSON object on each line')
  .action(async ({ network, from, to, json }) => {
    const ndx = await connect();
    const query = {
      network_id: await networkOf(ndx, network),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
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
