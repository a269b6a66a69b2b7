import { createHash } from 'node:crypto';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type pg from 'pg';
import { enterEvent, enterRejected } from './ledger.js';
import { InvalidMessage, type PublishedContract } from './published-contract.js';
import { QUERY_EXECUTED } from './query-event.js';

export type Outcome = 'counted' | 'duplicate' | 'rejected' | 'ignored';

export interface EnterOptions {
  readonly contract: PublishedContract;
  /** Events of other environments are set aside; undefined bills events of all environments. */
  readonly environment: string | undefined;
  readonly log: (line: string) => void;
}

/** Writes one message to the ledger: counted, or set aside with the reason, or ignored. */
export async function enterMessage(
  ledger: pg.Client,
  { contract, environment, log }: EnterOptions,
  message: KafkaMessage,
): Promise<Outcome> {
  const headers = textOf(message.headers ?? {});
  const type = headers['ce_type'];
  // New event types may be added to the topic at any time.
  if (type !== undefined && type !== QUERY_EXECUTED) return 'ignored';

  const value = message.value?.toString() ?? null;
  const reject = async (reason: string): Promise<Outcome> => {
    const messageHash = createHash('sha256')
      .update(JSON.stringify([headers, value]))
      .digest('hex');
    const queryEventId =
      headers['ce_subject'] ?? /"query_event_id"\s*:\s*"([^"]+)"/.exec(value ?? '')?.[1];
    const rejected = { messageHash, queryEventId, reason, headers, value };
    if (!(await enterRejected(ledger, rejected))) return 'duplicate';
    log(`set aside ${queryEventId ?? 'a message'}: ${reason}`);
    return 'rejected';
  };
  try {
    const event = contract.parse(headers, jsonOf(value));
    if (environment !== undefined && event.environment !== environment)
      return await reject(`it is of ${event.environment}, and ${environment} is billed`);
    const outcome = await enterEvent(ledger, event);
    if (outcome !== 'conflict') return outcome;
    return await reject(`query event ${event.query_event_id} is counted with other contents`);
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
