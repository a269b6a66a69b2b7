import { confirmReadModels } from '@ndx/api';
import type { StatefulServiceName } from '@ndx/contracts';
import { BUS, readModelParts } from '@ndx/replication';
import { eventually } from '@ndx/testing';
import type { Requests } from './requests.js';

/** Confirms the read models of a service as each of their owners, once it has read the bus. */
export async function compareAsOwners(
  service: StatefulServiceName,
  requests: Pick<Requests, 'call'>,
): Promise<void> {
  for (const owner of readModelParts(service)) {
    if (owner !== BUS) await compareAsOwner(owner, requests);
  }
}

export async function compareAsOwner(
  owner: StatefulServiceName,
  { call }: Pick<Requests, 'call'>,
): Promise<void> {
  const confirm = (compared: number | null) =>
    call<{ incarnation: number } | undefined>(owner, 'POST', confirmReadModels.path, { compared });
  const due = await eventually(async () => {
    const { body } = await confirm(null);
    if (!body) throw new Error(`no comparison with ${owner} is due`);
    return body.incarnation;
  });
  const { status, body } = await confirm(due);
  if (status >= 300 || body) throw new Error(`still due: ${JSON.stringify(body)}`);
}
