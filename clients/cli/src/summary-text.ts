import type { DraftSummary } from '@ndx/client';
import { comparisonText } from './comparison-text.js';
import { members } from './output.js';

/** The summary of a draft as a person reads it: its effect, what a simulation counted, and its tests. */
export function summaryText(summary: DraftSummary): string {
  const failed = summary.tests.filter(({ passed }) => !passed).map(({ name }) => name);
  return [
    comparisonText(summary),
    members({
      ...simulationMembers(summary),
      tests: testsText(summary),
      ...(failed.length > 0 && { failed: failed.join(', ') }),
    }),
  ].join('\n\n');
}

function simulationMembers({ simulation, record_simulation: stated }: DraftSummary) {
  if (stated) {
    const { stated_by_account_id: account, ...counts } = stated;
    return { simulation: `stated by ${account}`, ...counts };
  }
  if (!simulation) return { simulation: 'none of exactly this draft' };
  const { simulation_id, ...counts } = simulation;
  return { simulation: simulation_id, ...counts };
}

/** How many tests passed and failed. */
export function testsText({ tests }: DraftSummary): string {
  const passed = tests.filter((test) => test.passed).length;
  return tests.length === 0 ? 'none' : `${passed} passed, ${tests.length - passed} failed`;
}

/** What a simulation of a draft counted, in a phrase. */
export function simulationPhrase({ simulation, record_simulation: stated }: DraftSummary): string {
  if (stated) return `${stated.refused_records} of ${stated.examined_records} records refused`;
  if (!simulation) return 'none';
  const { changed_queries: changed, simulated_queries: all, lost_answers: lost } = simulation;
  return `${changed} of ${all} answers change, ${lost} lost`;
}
