import { mkdirSync } from 'node:fs';
import { BillingError } from './billing-error.js';
import { Books, countedIn, rejectedEntries } from './books.js';
import { consume } from './consume.js';
import { readFeed } from './feed.js';
import { kafkaClient } from './kafka-client.js';
import { onlyProcessIn } from './only-process.js';
import { readPrices } from './prices.js';
import { readContract } from './published-contract.js';
import { countedWithin, differences } from './reconcile.js';
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
    mkdirSync(data, { recursive: true });
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
    const made = statementsOf(countedIn(data), month, readPrices(prices));
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
    const counted = countedWithin(countedIn(settings.data), window);
    const found = differences(shown, counted, reasonsIn(settings.data));
    for (const line of found) say(line);
    say(
      `${shown.length} in the feed, ${counted.length} in the ledger, ${found.length} ${found.length === 1 ? 'difference' : 'differences'}`,
    );
    return found.length === 0 ? 0 : 1;
  },
};

/** Why query events were set aside, as far as it can be told which ones they were. */
function reasonsIn(data: string): ReadonlyMap<string, string> {
  return new Map(
    rejectedEntries(data).flatMap(({ headers, value, reason }) => {
      const id = headers['ce_subject'] ?? idIn(value);
      return id === undefined ? [] : [[id, reason] as const];
    }),
  );
}

function idIn(value: string | null): string | undefined {
  return /"query_event_id"\s*:\s*"([^"]+)"/.exec(value ?? '')?.[1];
}

/** Its classes are not among what the package exports by name. */
function isKafkas(error: unknown): error is Error {
  return error instanceof Error && error.name.startsWith('KafkaJS');
}
