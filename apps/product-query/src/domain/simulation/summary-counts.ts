import type { NotSimulated } from '@ndx/contracts';
import type { SimulationCounts } from './simulation-counts.js';

/** The queries that the draft could decide, and whose answer under it is not known. */
const UNKNOWN: readonly NotSimulated[] = ['not_governed', 'not_recorded', 'record_missing'];

/** The main figures of a simulation. */
export function summaryCounts({ simulated, changed, outcomes, notSimulated }: SimulationCounts) {
  const sum = (counted: readonly (readonly [unknown, number])[]) =>
    counted.reduce((total, [, count]) => total + count, 0);
  const isIssued = (outcome: string) => outcome === 'issued';
  return {
    simulated,
    changed,
    lost: sum(outcomes.filter(([o]) => isIssued(o.recorded) && !isIssued(o.outcome))),
    gained: sum(outcomes.filter(([o]) => !isIssued(o.recorded) && isIssued(o.outcome))),
    notSimulated: sum(notSimulated.filter(([code]) => UNKNOWN.includes(code))),
  };
}
