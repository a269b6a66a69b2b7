import { describe, expect, test } from '@jest/globals';
import type { KafkaMessage } from 'kafkajs';
import { stepTaken } from '../../conformance/events.js';
import { fromMessage, toMessage } from './message.js';

describe('a Kafka message', () => {
  test('is a CloudEvent in binary mode', () => {
    const envelope = { ...stepTaken('a', 1), requestId: 'request-1', traceparent: '00-1-2-01' };

    expect(toMessage({ topic: 'consent.events', key: 'a', envelope })).toEqual({
      key: 'a',
      value: '{"key":"a","n":1}',
      headers: {
        ce_specversion: '1.0',
        ce_id: envelope.id,
        ce_type: 'consent.step-taken.v1',
        ce_source: 'consent',
        ce_subject: 'a',
        ce_time: envelope.time,
        'content-type': 'application/json',
        ce_requestid: 'request-1',
        traceparent: '00-1-2-01',
      },
    });
  });

  test('without an event is an event of an unknown type, the same at every delivery', () => {
    const foreign: KafkaMessage = {
      key: null,
      value: Buffer.from('hello'),
      headers: { ce_id: 'not a uuid' },
      offset: '7',
      timestamp: '0',
      attributes: 0,
    };

    const event = fromMessage('consent.events', 2, foreign);

    expect(event).toEqual(fromMessage('consent.events', 2, foreign));
    expect(event).toMatchObject({
      offset: 7n,
      envelope: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'unknown',
        subject: 'consent.events/2/7',
        time: '1970-01-01T00:00:00.000Z',
        data: 'hello',
      },
    });
  });
});
