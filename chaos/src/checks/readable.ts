import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Kind } from '../load/kinds.js';
import type { Done, Ledger } from '../load/ledger.js';
import { furnished, query, templateQuery } from '../load/operations.js';
import { PATHS } from '../load/paths.js';
import type { Check } from '../report.js';
import { describeOutcome, type Request } from '../system/caller.js';
import type { System } from '../system/system.js';
import type { Settling } from './settling.js';

/** Number of concurrent requests. */
const AT_ONCE = 16;

/** The read request for an acknowledged write; undefined when there is none. */
const WAYS_TO_READ: Readonly<Record<Kind, (done: Done) => Request | undefined>> = {
  furnish: ({ answer }) => query({ business_id: furnished(answer).business_id }).request,
  template_furnish: ({ operation }) => {
    const { social_security_number: ssn } = operation.request.body as Record<string, unknown>;
    return templateQuery({ ssn: Number(ssn), assetType: '' }).request;
  },
  consent: ({ id }) => get(`${PATHS.consent}/${id}?network_id=${DEMO_NETWORK.id}`),
  consumer_consent: ({ id }) => get(`${PATHS.consumerConsent}/${id}?network_id=${DEMO_NETWORK.id}`),
  attestation: ({ id }) => get(`${PATHS.attestation}/${id}`),
  policy: ({ id }) => get(`${PATHS.policy}/${id}?network_id=${DEMO_NETWORK.id}`),
  query: ({ answer }) => {
    const { certificate_id: id } = (answer.body ?? {}) as { certificate_id?: string };
    return id === undefined ? undefined : get(`${PATHS.certificates}/${id}`);
  },
  template_query: () => undefined,
};

/** Every acknowledged write is readable by permitted readers. */
export async function everyWriteIsReadable(
  system: System,
  ledger: Ledger,
  settling: Settling,
): Promise<Check> {
  let unread = [...ledger.done];
  return settling.until('every acknowledged write is readable', async () => {
    const broken: string[] = [];
    const stillUnread: Done[] = [];
    for (let from = 0; from < unread.length; from += AT_ONCE) {
      const part = unread.slice(from, from + AT_ONCE);
      const stories = await Promise.all(part.map((done) => read(system, done)));
      stories.forEach((story, n) => {
        const done = part[n];
        if (story === undefined || done === undefined) return;
        broken.push(story);
        stillUnread.push(done);
      });
    }
    unread = stillUnread;
    return broken;
  });
}

/** The fault of the response, if any. */
async function read(system: System, done: Done): Promise<string | undefined> {
  const { operation, id } = done;
  const request = WAYS_TO_READ[operation.kind](done);
  if (!request) return undefined;
  const reader = operation.kind.endsWith('furnish') ? QUERYING_BANK : operation.by;
  const outcome = await system.as(reader).ask(request);
  const isRead = outcome.kind === 'answered' && outcome.status === 200;
  const isThis = operation.kind === 'query' || JSON.stringify(outcome).includes(needleOf(done));
  if (isRead && isThis) return undefined;
  return `${operation.kind} ${id}: ${describeOutcome(outcome)}`;
}

/** The expected values of the response. */
function needleOf({ operation, id, answer }: Done): string {
  return operation.kind === 'furnish' ? furnished(answer).business_id : id;
}

function get(path: string): Request {
  return { method: 'GET', path };
}
