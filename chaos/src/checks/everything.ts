import type { Ledger } from '../load/ledger.js';
import type { Check } from '../report.js';
import type { System } from '../system/system.js';
import { atRest } from './at-rest.js';
import { everyAnswerIsBilledOnce } from './billing.js';
import { oneTracePerKey, type Before } from './one-per-key.js';
import { inboxesMatchTheBus, noEndedRecordIsASource, readModelsMatch } from './one-effect.js';
import { revisionsRise } from './order.js';
import { Settling } from './settling.js';
import { everyFactIsPublished } from './published.js';
import { everyWriteIsReadable } from './readable.js';

/** The conditions after any fault, once every process is ready again. */
export async function everything(
  system: System,
  before: Before,
  ledger: Ledger,
): Promise<readonly Check[]> {
  await system.ready();
  const settling = new Settling();
  // First, because reading furnished data is a query with its own event.
  const traces = await oneTracePerKey(system, before, ledger);
  return [
    ...traces,
    ...conduct(ledger),
    await everyWriteIsReadable(system, ledger, settling),
    await atRest(system, settling),
    await everyFactIsPublished(system, settling),
    await inboxesMatchTheBus(system, settling),
    await readModelsMatch(system, settling),
    await noEndedRecordIsASource(system, settling),
    await revisionsRise(system),
    await everyAnswerIsBilledOnce(system, ledger, settling),
  ];
}

/** Checks the responses during the fault. */
export function conduct({ refusals, strangeFailures, overdue }: Ledger): readonly Check[] {
  return [
    { promise: 'nobody is refused for a fault of the system', broken: refusals },
    { promise: "what fails is answered with the contract's 500", broken: strangeFailures },
    { promise: 'no request hangs', broken: overdue },
  ];
}
