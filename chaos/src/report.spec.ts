import { expect, test } from '@jest/globals';
import { brokenPromises, describeReport, holds, type ScenarioReport } from './report.js';

const HELD = { promise: 'nothing is lost', broken: [] };
const BROKEN = { promise: 'nothing is done twice', broken: ['record 1', 'record 2'] };

function report(...checks: ScenarioReport['checks']): ScenarioReport {
  const [deeds, counts] = [['killed entity'], ['acknowledged 3']];
  return { scenario: 'kill-services', bus: 'kafka', deeds, counts, checks, seconds: 12.3 };
}

test('a report states that every check passed', () => {
  expect(holds(report(HELD))).toBe(true);
  expect(describeReport(report(HELD))).toBe(
    [
      'kill-services on the kafka bus: every promise held (12 s)',
      '  did      killed entity',
      '  counted  acknowledged 3',
      '  held     nothing is lost',
    ].join('\n'),
  );
});

test('a failed check is listed with its examples', () => {
  expect(holds(report(HELD, BROKEN))).toBe(false);
  expect(brokenPromises(report(HELD, BROKEN))).toEqual([
    'nothing is done twice: record 1',
    'nothing is done twice: record 2',
  ]);
  expect(describeReport(report(BROKEN))).toContain('A PROMISE WAS BROKEN');
  expect(describeReport(report(BROKEN))).toContain('  BROKEN   nothing is done twice\n');
});

test('a report stays readable when everything failed', () => {
  const broken = Array.from({ length: 500 }, (_, n) => `record ${n}`);
  const text = describeReport(report({ promise: 'nothing is lost', broken }));
  expect(text.split('\n').length).toBeLessThan(40);
  expect(text).toMatch(/and 480 more$/);
});
