import { expect, test } from '@jest/globals';
import { testBuses, whyNoKafka } from './test-buses.js';

/** Folders without Java and Maven. */
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

test('the embedded bus is always available, and Kafka when a broker is given', () => {
  withPath(EMPTY_PATH, () => {
    expect(testBuses({})).toEqual(['embedded']);
    expect(testBuses({ TEST_KAFKA_BROKERS: '127.0.0.1:9092' })).toEqual(['embedded', 'kafka']);
  });
});

test('TEST_BUSES selects the buses', () => {
  expect(testBuses({ TEST_BUSES: 'kafka' })).toEqual(['kafka']);
  expect(testBuses({ TEST_BUSES: 'kafka,embedded' })).toEqual(['embedded', 'kafka']);
  expect(() => testBuses({ TEST_BUSES: 'pigeon' })).toThrow('there is no bus "pigeon"');
});

test('CI fails when Kafka cannot run or is left out; it never skips it', () => {
  withPath(EMPTY_PATH, () => {
    expect(() => testBuses({ CI: 'true' })).toThrow(/CI runs the bus suites on Kafka.*Java 17/);
  });
  expect(() => testBuses({ CI: 'true', TEST_BUSES: 'embedded' })).toThrow(/CI runs/);
});

test('the message about missing prerequisites of Kafka has installation instructions', () => {
  expect(withPath(EMPTY_PATH, whyNoKafka)).toMatch(
    /Java 17 .* is not on the PATH .*apt-get install/,
  );
});
