import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Books } from '../books.js';
import { consume } from '../consume.js';
import { kafkaClient } from '../kafka-client.js';
import { readContract } from '../published-contract.js';

/** A consumer that is killed, as by `kill -9`, at the worst moments of its first batch. */
const [moment = '', contract = '', data = '', group = ''] = process.argv.slice(2);

class KilledBooks extends Books {
  override save(): void {
    if (moment === 'before anything is saved') kill();
    if (moment === 'in the midst of a line') {
      appendFileSync(join(data, 'ledger.jsonl'), '{"partition":0,"off');
      kill();
    }
    super.save();
    if (moment === 'before the offset is committed') kill();
  }
}

function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}

await consume({
  kafka: kafkaClient(undefined, process.env),
  contract: readContract(contract),
  books: new KilledBooks(data),
  group,
  environment: undefined,
  untilCaughtUp: true,
  signal: new AbortController().signal,
  log: () => undefined,
  // The least that a broker takes: the next consumer waits for it.
  sessionTimeoutMs: 6_000,
});
