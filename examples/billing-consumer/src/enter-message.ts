import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { Books, Outcome, Rejected } from './books.js';
import { InvalidMessage, type PublishedContract } from './published-contract.js';
import { QUERY_EXECUTED } from './query-event.js';

export interface EnterOptions {
  readonly contract: PublishedContract;
  readonly books: Books;
  /** Events of another one are set aside; undefined: of any. */
  readonly environment: string | undefined;
  /** Told of what is set aside. */
  readonly log: (line: string) => void;
}

/** Enters what a message says into the books, one way or another. They are still to be saved. */
export function enterMessage(
  { contract, books, environment, log }: EnterOptions,
  partition: number,
  message: KafkaMessage,
): Outcome {
  const headers = textOf(message.headers ?? {});
  const type = headers['ce_type'];
  // New facts may come to the topic at any time; they are not billing's until it knows them.
  if (type !== undefined && type !== QUERY_EXECUTED) return 'ignored';

  const place = { partition, offset: message.offset };
  const value = message.value?.toString() ?? null;
  const reject = (reason: string): Outcome => {
    const entry: Rejected = { ...place, reason, headers, value };
    const outcome = books.reject(entry);
    if (outcome === 'rejected') log(`set aside ${partition}/${message.offset}: ${reason}`);
    return outcome;
  };
  try {
    const event = contract.parse(headers, jsonOf(value));
    if (environment !== undefined && event.environment !== environment)
      return reject(`it is of ${event.environment}, and ${environment} is billed`);
    const outcome = books.count({ ...place, ce_id: headers['ce_id'] ?? '', event });
    return outcome === 'rejected'
      ? reject(`query event ${event.query_event_id} is counted already, and said otherwise`)
      : outcome;
  } catch (error) {
    if (error instanceof InvalidMessage) return reject(error.message);
    throw error;
  }
}

function textOf(headers: IHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const one = Array.isArray(value) ? value[0] : value;
      return one === undefined ? [] : [[name, one.toString()]];
    }),
  );
}

function jsonOf(value: string | null): unknown {
  try {
    return JSON.parse(value ?? '') as unknown;
  } catch (error) {
    throw new InvalidMessage('the value is not JSON', { cause: error });
  }
}
