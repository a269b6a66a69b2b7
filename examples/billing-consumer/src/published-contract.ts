import { dirname, resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { BillingError } from './billing-error.js';
import { objectAt, readJson } from './json.js';
import { QUERY_EXECUTED, type QueryEvent } from './query-event.js';

/** The published AsyncAPI document, the only dependency of this program on the exchange. */
export interface PublishedContract {
  readonly topic: string;
  /** The event of a message. @throws InvalidMessage with the validation error */
  parse(headers: unknown, payload: unknown): QueryEvent;
  /** The event of the feed, which has the same shape. @throws InvalidMessage */
  parsePayload(payload: unknown): QueryEvent;
}

/** The message does not fit the published schemas. */
export class InvalidMessage extends Error {}

/** @throws BillingError when the document does not describe query events */
export function readContract(file: string): PublishedContract {
  const { channels, components } = objectAt(readJson(file));
  const topic = Object.entries(objectAt(channels)).find(([, channel]) =>
    Object.hasOwn(objectAt(objectAt(channel)['messages']), QUERY_EXECUTED),
  )?.[0];
  const message = objectAt(objectAt(objectAt(components)['messages'])[QUERY_EXECUTED]);
  const schemaFile = objectAt(message['payload'])['$ref'];
  if (topic === undefined || typeof schemaFile !== 'string')
    throw new BillingError(`${file} does not describe ${QUERY_EXECUTED}`);

  const ajv = new Ajv({ strict: true, allErrors: true });
  formats.default(ajv);
  const areHeaders = ajv.compile(objectAt(message['headers']));
  const isPayload = ajv.compile<QueryEvent>(objectAt(readJson(resolve(dirname(file), schemaFile))));
  const parsePayload = (payload: unknown) => fitting(isPayload, payload, 'the payload');
  return {
    topic,
    parsePayload,
    parse: (headers, payload) => {
      fitting(areHeaders, headers, 'the headers');
      return parsePayload(payload);
    },
  };
}

function fitting<T>(fits: ValidateFunction<T>, value: unknown, what: string): T {
  if (fits(value)) return value;
  const faults = (fits.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || what} ${message ?? 'does not fit'}`,
  );
  throw new InvalidMessage(faults.join('; '));
}
