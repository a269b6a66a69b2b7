import { BillingError } from './billing-error.js';
import { Books, countedIn, rejectedEntries } from './books.js';
import { consume } from './consume.js';
import { readFeed } from './feed.js';
import { makeFolder } from './folders.js';
import { kafkaClient } from './kafka-client.js';
import { repetitionOf, type Standing } from './known-queries.js';
import { onlyProcessIn } from './only-process.js';
import { readPrices } from './prices.js';
import { readContract } from './published-contract.js';
import { differences, isWithin } from './reconcile.js';
import { periodOf, type QueryEvent } from './query-event.js';
import { periodFrom, required, windowFrom, type Settings } from './settings.js';
import { statementsOf } from './statements.js';
import { writeStatements } from './write-statements.js';

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** A line of what was asked for. */
  readonly say: (line: string) => void;
  /** A line that somebody should see. */
  readonly log: (line: string) => void;
}

type Command = (settings: Settings, surroundings: Surroundings) => Promise<number>;

/** What the program can do; each resolves to the exit status. @throws BillingError */
export const COMMANDS: Readonly<Record<string, Command>> = {
  /** 0 when it ended as asked. */
  consume: async (settings, { env, signal, say, log }) => {
    const { data, brokers, group, environment } = settings;
    const contract = readContract(settings.contract);
    const kafka = kafkaClient(brokers, env);
    makeFolder(data);
    const leave = onlyProcessIn(data);
    const books = new Books(data);
    try {
      const tally = await consume({
        ...{ kafka, group, contract, environment, books, signal, log },
        untilCaughtUp: settings['until-caught-up'],
      });
      say(JSON.stringify(tally));
      return 0;
    } catch (error) {
      if (!isKafkas(error)) throw error;
      throw new BillingError(`Kafka cannot be read: ${error.message}`, { cause: error });
    } finally {
      books.close();
      leave();
    }
  },

  /** 0 when every query of the period has a price. */
  statements: async ({ data, period, prices, statements }, { say, log }) => {
    const month = periodFrom(period);
    const counted = countedIn(data, (event, standing) => {
      if (periodOf(event) === month) log(`${repetitionOf(event, standing)}: the first is billed`);
    });
    const made = statementsOf(counted, month, readPrices(prices));
    for (const path of writeStatements(statements, made)) say(path);
    if (made.length === 0) log(`Nothing was queried in ${month}.`);
    return 0;
  },

  /** 0 when the feed and the ledger agree, 1 when they do not. */
  reconcile: async (settings, { env, say }) => {
    const window = windowFrom(settings);
    const feed = await readFeed(readContract(settings.contract), {
      url: required(settings.url, '--url'),
      token: required(env['BILLING_TOKEN'], 'BILLING_TOKEN'),
      ...window,
    });
    const shown = feed.filter(
      ({ querying_entity_id: id }) => window.institution === undefined || id === window.institution,
    );
    let inLedger = 0;
    let found = 0;
    const report = (line: string) => {
      found += 1;
      say(line);
    };
    const repeated = (event: QueryEvent, standing: Standing) => {
      if (isWithin(window, event)) report(repetitionOf(event, standing));
    };
    function* counted() {
      for (const event of countedIn(settings.data, repeated)) {
        if (!isWithin(window, event)) continue;
        inLedger += 1;
        yield event;
      }
    }
    for (const line of differences(shown, counted(), reasonsIn(settings.data))) report(line);
    say(
      `${shown.length} in the feed, ${inLedger} in the ledger, ${found} ${found === 1 ? 'difference' : 'differences'}`,
    );
    return found === 0 ? 0 : 1;
  },
};

/** Why query events were set aside, as far as it can be told which ones they were. */
function reasonsIn(data: string): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const { headers, value, reason } of rejectedEntries(data)) {
    const id = headers['ce_subject'] ?? idIn(value);
    if (id !== undefined) reasons.set(id, reason);
  }
  return reasons;
}

function idIn(value: string | null): string | undefined {
  return /"query_event_id"\s*:\s*"([^"]+)"/.exec(value ?? '')?.[1];
}

/** Its classes are not among what the package exports by name. */
function isKafkas(error: unknown): error is Error {
  return error instanceof Error && error.name.startsWith('KafkaJS');
}
