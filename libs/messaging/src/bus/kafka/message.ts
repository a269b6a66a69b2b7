import { stableId } from '@ndx/contracts';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import { validate } from 'uuid';
import { predecessorsIn } from '../envelope-row.js';
import type { DeliveredEvent, OutgoingEvent } from '../port.js';

/** Maximum length in characters of up to four bytes: a Postgres index entry holds 2,700 bytes. */
const LONGEST_KEY = 500;

/** CloudEvents 1.0, Kafka protocol binding, binary content mode. */
export function toMessage({ key, envelope }: OutgoingEvent): Message {
  return {
    key,
    value: envelope.data,
    headers: {
      ce_specversion: '1.0',
      ce_id: envelope.id,
      ce_type: envelope.type,
      ce_source: envelope.source,
      ce_subject: envelope.subject,
      ce_time: envelope.time,
      'content-type': 'application/json',
      ...(envelope.requestId !== undefined && { ce_requestid: envelope.requestId }),
      ...(envelope.traceparent !== undefined && { traceparent: envelope.traceparent }),
      ...(envelope.predecessors && { ce_predecessors: envelope.predecessors.join(' ') }),
    },
  };
}

/**
 * The event of a message. A foreign message without the attributes of an event must not stop its
 * partition: its id is its position, its type is unknown unless it states one, and it is counted as
 * unhandled.
 */
export function fromMessage(
  topic: string,
  partition: number,
  message: KafkaMessage,
): DeliveredEvent {
  const { key, value, headers = {}, offset, timestamp } = message;
  const id = header(headers, 'ce_id');
  const requestId = header(headers, 'ce_requestid');
  const traceparent = header(headers, 'traceparent');
  const predecessors = header(headers, 'ce_predecessors');
  const place = `${topic}/${partition}/${offset}`;
  return {
    offset: BigInt(offset),
    envelope: {
      id: id !== undefined && validate(id) ? id : stableId('message', place),
      type: header(headers, 'ce_type') ?? 'unknown',
      source: header(headers, 'ce_source') ?? 'unknown',
      subject: storable(key?.toString() ?? header(headers, 'ce_subject') ?? place),
      time: header(headers, 'ce_time') ?? new Date(Number(timestamp)).toISOString(),
      ...(requestId !== undefined && { requestId }),
      ...(traceparent !== undefined && { traceparent }),
      ...(predecessors !== undefined && { predecessors: predecessorsIn(predecessors) }),
      data: value?.toString() ?? '',
    },
  };
}

/**
 * Dead letters are found by their key. A key that Postgres cannot store (zero character) or index
 * (length) is replaced by a derived one, the same every time.
 */
function storable(key: string): string {
  return key.includes('\u0000') || key.length > LONGEST_KEY ? stableId('message-key', key) : key;
}

function header(headers: IHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0]?.toString() : value?.toString();
}
