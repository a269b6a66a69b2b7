import { expect, test } from '@jest/globals';
import { testBuses, whyNoKafka } from './test-buses.js';

/** The folders of an empty machine: neither Java nor Maven is there. */
const EMPTY_PATH = '/nowhere';

function withPath<Result>(path: string, run: () => Result): Result {
  const before = process.env['PATH'];
  process.env['PATH'] = path;
  try {
    return run();
  } finally {
    process.env['PATH'] = before;
  }
}

test('the embedded bus is always there, and Kafka where a broker is given', () => {
  withPath(EMPTY_PATH, () => {
    expect(testBuses({})).toEqual(['embedded']);
    expect(testBuses({ TEST_KAFKA_BROKERS: '127.0.0.1:9092' })).toEqual(['embedded', 'kafka']);
  });
});

test('TEST_BUSES chooses the buses', () => {
  expect(testBuses({ TEST_BUSES: 'kafka' })).toEqual(['kafka']);
  expect(testBuses({ TEST_BUSES: 'kafka,embedded' })).toEqual(['embedded', 'kafka']);
  expect(() => testBuses({ TEST_BUSES: 'pigeon' })).toThrow('there is no bus "pigeon"');
});

test('CI fails where Kafka cannot run or is left out, it never skips it', () => {
  withPath(EMPTY_PATH, () => {
    expect(() => testBuses({ CI: 'true' })).toThrow(/CI runs the bus suites on Kafka.*Java 17/);
  });
  expect(() => testBuses({ CI: 'true', TEST_BUSES: 'embedded' })).toThrow(/CI runs/);
});

test('what is missing for Kafka is said with how to install it', () => {
  expect(withPath(EMPTY_PATH, whyNoKafka)).toMatch(
    /Java 17 .* is not on the PATH .*apt-get install/,
  );
});
