import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { describeOutcome, isDone, type Outcome, type Request } from '../system/caller.js';
import type { System } from '../system/system.js';
import { aPermission } from './a-permission.js';
import { attestation, furnish } from './operations.js';
import { PATHS } from './paths.js';
import { useOf, WITHDRAWAL_NAMES, WITHDRAWALS, type Use } from './withdrawals.js';

interface Asked {
  readonly by: DemoInstitution;
  readonly request: Request;
}

/** A change after which no request may use what it ended. */
export interface Ending extends Asked {
  readonly use: Use;
  /** Reverts a change that other rounds would notice. */
  readonly undo?: Request;
}

type Prepare = (system: System) => Promise<Ending>;

/** Ends of a caller, and of an attestation; each use is a request that succeeds before. */
const OF_CALLERS = {
  'of a querier that is expelled': (system) => expelled(system, QUERYING_BANK, queried),
  'of a querier that is made a furnisher': async (system) => ({
    ...(await expelled(system, QUERYING_BANK, queried)),
    request: membership(QUERYING_BANK, ['furnisher']),
  }),
  'of a suspended account': async (system) => ({
    by: OPERATOR,
    request: await accountStatus(system, QUERYING_BANK, 'suspended'),
    undo: await accountStatus(system, QUERYING_BANK, 'active'),
    use: await queried(system),
  }),
  'of a furnisher that is expelled': (system) => expelled(system, FIRST_BANK, furnished),
  'of a furnisher whose account is suspended': async (system) => ({
    by: OPERATOR,
    request: await accountStatus(system, FIRST_BANK, 'suspended'),
    undo: await accountStatus(system, FIRST_BANK, 'active'),
    use: await furnished(),
  }),
  'with an attestation that is revoked': async (system) => {
    const { operation } = await queried(system);
    const attested = await system.as(FIRST_BANK).ask(attestation().request);
    if (!isDone(attested)) throw new Error(`no attestation: ${describeOutcome(attested)}`);
    const { id } = attested.body as { readonly id: string };
    const isUsed = (outcome: Outcome) =>
      isDone(outcome) && JSON.stringify(outcome.body).includes(`"attestation_id":"${id}"`);
    const request: Request = { method: 'POST', path: `${PATHS.attestation}/${id}/revoke` };
    return { by: FIRST_BANK, request, use: { operation, isUsed } };
  },
} as const satisfies Readonly<Record<string, Prepare>>;

export const ENDINGS: ReadonlyMap<string, Prepare> = new Map<string, Prepare>([
  ...WITHDRAWAL_NAMES.map((name): [string, Prepare] => [
    name,
    async (system) => {
      const permission = await aPermission(system);
      const { by, request } = WITHDRAWALS[name];
      return { by, request: request(permission), use: useOf(permission) };
    },
  ]),
  ...Object.entries(OF_CALLERS),
]);

/** Reverts an ending, and waits until its use succeeds again: grants reach the gateway later. */
export async function undo(system: System, { by, use, undo: request }: Ending): Promise<void> {
  if (!request) return;
  await eventually(
    async () => {
      await done(system, { by, request });
      const { by: user, request: used } = use.operation();
      const outcome = await system.as(user).ask(used);
      if (!use.isUsed(outcome)) throw new Error(`still ended: ${describeOutcome(outcome)}`);
    },
    { timeoutMs: 60_000 },
  );
}

async function expelled(
  system: System,
  bank: DemoInstitution,
  use: (system: System) => Promise<Use>,
): Promise<Ending> {
  const { method, path, body } = membership(bank, bank.roles);
  return {
    by: OPERATOR,
    request: { method: 'DELETE', path },
    undo: { method, path, body },
    use: await use(system),
  };
}

async function queried(system: System): Promise<Use> {
  return useOf(await aPermission(system));
}

async function furnished(): Promise<Use> {
  return { operation: () => furnish(), isUsed: isDone };
}

function membership({ entityId }: DemoInstitution, roles: DemoInstitution['roles']): Request {
  const path = `/v1/networks/${DEMO_NETWORK.id}/memberships/${entityId}`;
  return { method: 'PUT', path, body: { roles } };
}

async function accountStatus(
  system: System,
  { entityId, subject }: DemoInstitution,
  status: 'active' | 'suspended',
): Promise<Request> {
  const path = `/v1/networks/${DEMO_NETWORK.id}/institutions/${entityId}/accounts`;
  const { body } = await done(system, { by: OPERATOR, request: { method: 'GET', path } });
  const { data } = body as { readonly data: readonly { account_id: string; subject: string }[] };
  const account = data.find((each) => each.subject === subject);
  if (!account) throw new Error(`${subject} has no account`);
  return { method: 'PUT', path: `${path}/${account.account_id}`, body: { status } };
}

async function done(system: System, { by, request }: Asked) {
  const outcome = await system.as(by).ask(request);
  if (isDone(outcome)) return outcome;
  throw new Error(`${request.path} is not done: ${describeOutcome(outcome)}`);
}
