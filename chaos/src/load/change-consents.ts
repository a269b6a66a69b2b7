import { describeOutcome, type Request } from '../system/caller.js';
import type { Load } from './load.js';
import { consent } from './operations.js';
import { PATHS } from './paths.js';

const CONSENTS = 4;
const CHANGES: readonly Pick<Request, 'method' | 'body'>[] = [
  { method: 'PUT', body: { scope: 'kyb_certificate' } },
  { method: 'PUT', body: { consented_fields: 'business_identity_verification.*' } },
  { method: 'PUT', body: { scope: '*', consented_fields: '*' } },
];

/**
 * Records consents and changes each of them several times: many events of one key, whose order
 * their revisions show. Returns the number of changes, and the failures.
 */
export async function changeConsents(load: Load) {
  const failures: string[] = [];
  let made = 0;
  for (let n = 0; n < CONSENTS; n += 1) {
    const operation = consent();
    const answer = await load.perform(operation);
    if (answer?.status !== 200) continue;
    for (const change of CHANGES) {
      const path = `${PATHS.consent}/${operation.idIn(answer)}`;
      const outcome = await load.system.as(operation.by).ask({ ...change, path });
      if (outcome.kind === 'answered' && outcome.status === 200) made += 1;
      else failures.push(`change of a consent: ${describeOutcome(outcome)}`);
    }
  }
  return { made, failures };
}
