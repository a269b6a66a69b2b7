import { Command, Option } from '@commander-js/extra-typings';
import { BillingError } from './billing-error.js';
import { consume } from './consume.js';
import { evidenceOf, writeEvidence } from './evidence.js';
import { readFeed } from './feed.js';
import { kafkaClient } from './kafka-client.js';
import { withLedger } from './ledger.js';
import { readContract } from './published-contract.js';
import { differences, eventsIn, reasonsIn } from './reconcile.js';
import { readPrices, statementsOf, writeStatements } from './statements.js';
import { monthOf, timeOf } from './window.js';

const say = (line: string) => process.stdout.write(`${line}\n`);
const log = (line: string) => process.stderr.write(`${line}\n`);

const database = new Option('--database <url>', 'Postgres database of the ledger')
  .env('BILLING_DATABASE_URL')
  .makeOptionMandatory();
const contract = new Option('--contract <file>', 'published AsyncAPI document').default(
  'docs/events/asyncapi.json',
);

const program = new Command('billing')
  .description('Bills query events: one ledger row for each, statements, reconciliation')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

program
  .command('consume')
  .description('writes the query events of Kafka to the ledger, until SIGTERM')
  .addOption(database)
  .addOption(contract)
  .addOption(
    new Option('--brokers <list>', 'Kafka brokers').env('KAFKA_BROKERS').makeOptionMandatory(),
  )
  .option('--group <name>', 'consumer group', 'billing')
  .option('--environment <name>', 'rejects events of other environments')
  .option('--until-caught-up', 'exits when the topic is consumed', false)
  .action(async ({ database, contract, brokers, ...options }) => {
    const stopping = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        stopping.abort();
      });
    const { signal } = stopping;
    const { environment } = options;
    log(`consuming with group ${options.group}`);
    const read = { contract: readContract(contract), kafka: kafkaClient(brokers, process.env) };
    const tally = await withLedger(database, (ledger) =>
      consume(ledger, { ...options, ...read, environment, signal, log }),
    );
    say(JSON.stringify(tally));
  });

program
  .command('statements')
  .description('writes a statement for each institution that queried in a month')
  .addOption(database)
  .requiredOption('--period <month>', 'month in UTC, such as 2026-11', monthOf)
  .option('--prices <file>', 'price of each product and outcome', 'prices.json')
  .option('--statements <folder>', 'folder of the statements', '.data-billing/statements')
  .action(async ({ database, period, prices, statements }) => {
    const made = await withLedger(database, async (ledger) => {
      const all = await statementsOf(ledger, period, readPrices(prices));
      const paths = writeStatements(statements, all);
      for (const [place, { institution_id, lines }] of all.entries()) {
        say(paths[place] ?? '');
        for (const line of lines) {
          const path = await writeEvidence(ledger, statements, period, institution_id, line);
          const { product, outcome, quantity, amount } = line;
          say(`  ${product}/${outcome}: ${quantity} queries, ${amount}, evidence in ${path}`);
        }
      }
      return all;
    });
    if (made.length === 0) log(`Nothing was queried in ${period.month}.`);
  });

program
  .command('reconcile')
  .description('compares the ledger with GET /v1/query-events; status 1 when they differ')
  .addOption(database)
  .addOption(contract)
  .requiredOption('--url <url>', 'gateway; the token is read from BILLING_TOKEN')
  .requiredOption('--network <id>', 'network whose queries are compared')
  .option('--period <month>', 'month in UTC, such as 2026-11', monthOf)
  .option('--from <time>', 'start of the window, included', timeOf)
  .option('--to <time>', 'end of the window, excluded', timeOf)
  .option('--institution <id>', "compares one institution's queries")
  .action(async ({ database, contract, url, network, institution, period, ...times }) => {
    const { from, to } = period ?? times;
    const token = process.env['BILLING_TOKEN'] ?? '';
    if (from === undefined || to === undefined)
      throw new BillingError('--period, or --from and --to, must be given');
    if (token === '') throw new BillingError('BILLING_TOKEN must be given');
    const scope = { network, institution, from, to };
    const shown = (await readFeed(readContract(contract), url, token, scope)).filter(
      (event) => institution === undefined || event.querying_entity_id === institution,
    );
    await withLedger(database, async (ledger) => {
      const mine = await eventsIn(ledger, scope);
      const found = [...differences(shown, mine, await reasonsIn(ledger))];
      for (const { event, text } of found) {
        say(text);
        say(await evidenceOf(url, token, event.query_event_id));
      }
      const count = `${found.length} ${found.length === 1 ? 'difference' : 'differences'}`;
      say(`${shown.length} in the feed, ${mine.length} in the ledger, ${count}`);
      process.exitCode = found.length === 0 ? 0 : 1;
    });
  });

try {
  await program.parseAsync();
} catch (error) {
  if (!isForeseen(error)) throw error;
  log(error.message);
  process.exitCode = 2;
}

/** kafkajs does not export all of its error classes. */
function isForeseen(error: unknown): error is Error {
  return (
    error instanceof BillingError || (error instanceof Error && error.name.startsWith('KafkaJS'))
  );
}
