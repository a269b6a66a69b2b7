import { kybCertificate, TEMPLATES } from '@ndx/catalog';
import { recordSandboxConsents, type SandboxConsent } from '@ndx/client/sandbox';
import type { ApiClient } from '../network/api-client.js';
import { SECOND_BANK } from '../network/demo-network.js';
import { ensureDeparture } from '../network/ensure-resources.js';
import { listAll, succeed } from '../network/expect-answer.js';
import { ensureAttestation } from './ensure-attestation.js';
import { ensureDisputes } from './ensure-disputes.js';
import { ensureSandboxNetwork } from './ensure-sandbox-network.js';
import type { Furnisher } from './outcome.js';
import { POLICIES, POLICY_OF_TEMPLATE } from './outcomes.js';
import { recordsOf } from './sandbox-records.js';
import type { SandboxParties } from './sandbox-parties.js';

/** The consent and the business of each outcome that has one, by the outcome's name. */
export type SandboxConsents = ReadonlyMap<string, SandboxConsent>;

/** Marks the submissions of the sandbox, so that it is filled once. */
const PROGRAM = 'sandbox outcomes';

/**
 * Makes every outcome possible: a network with its members, policies, attestation, records and
 * consents, all through the public interface. Existing ones are kept, and expired ones replaced, so
 * it can run again at any time, also after an interruption.
 * @returns the consent of each outcome, by the outcome's name
 */
export async function fillSandbox(parties: SandboxParties): Promise<SandboxConsents> {
  // A furnisher is a member until it has furnished; an interruption leaves no member.
  const hasDepartedFurnished = await hasFurnished(parties.furnishers.departed);
  await ensureSandboxNetwork(parties, !hasDepartedFurnished);
  const [consents] = await Promise.all([
    ensureRecordsAndConsents(parties, hasDepartedFurnished),
    ensurePolicies(parties),
  ]);
  return new Map(consents.map((consent) => [consent.outcome, consent]));
}

/** The id of each policy of the sandbox, by its name. */
export async function policyIds({ operator, networkId }: SandboxParties) {
  const policies = await listPolicies(operator, networkId);
  return new Map(policies.map(({ name, id }) => [String(name), String(id)]));
}

function listPolicies(operator: ApiClient, networkId: string) {
  return listAll(operator, `/v1/networks/policies/querying?network_id=${networkId}&`);
}

async function ensurePolicies(parties: SandboxParties): Promise<void> {
  const { operator, networkId, furnisherIds } = parties;
  const known = await listPolicies(operator, networkId);
  const ensuring = Object.entries(POLICIES).map(async ([name, configurationOf]) => {
    const path = '/v1/networks/policies/querying';
    const policy = known.find((each) => each['name'] === name);
    const configuration = { status: 'published', ...configurationOf(furnisherIds) };
    // Each configuration is a new version.
    if (policy?.['status'] === configuration.status) return;
    const product = name === POLICY_OF_TEMPLATE ? TEMPLATES[0] : kybCertificate;
    const request = { network_id: networkId, product_id: product?.id, name };
    const { id } = policy ?? (await succeed(operator.post(path, request)));
    await succeed(operator.put(`${path}/${String(id)}/configuration`, configuration));
  });
  await Promise.all(ensuring);
}

async function ensureRecordsAndConsents(
  parties: SandboxParties,
  hasDepartedFurnished: boolean,
): Promise<SandboxConsent[]> {
  await Promise.all([
    ensureAttestedRecords(parties),
    ensureRecords(parties, 'unattested'),
    ensureDepartedRecords(parties, hasDepartedFurnished),
  ]);
  return recordSandboxConsents(parties.querier.sdk(), parties.networkId);
}

async function ensureAttestedRecords(parties: SandboxParties): Promise<void> {
  await ensureAttestation(parties.furnishers.attested);
  await ensureRecords(parties, 'attested');
  await ensureDisputes(parties, PROGRAM);
}

async function ensureDepartedRecords(
  parties: SandboxParties,
  hasFurnishedThem: boolean,
): Promise<void> {
  const { operator, networkId, furnishers } = parties;
  if (!hasFurnishedThem) await ensureRecords(parties, 'departed');
  const { entityId } = SECOND_BANK;
  await ensureDeparture(operator, networkId, { member: furnishers.departed, entityId });
}

async function hasFurnished(furnisher: ApiClient): Promise<boolean> {
  const submissions = await listAll(furnisher, '/v1/submissions?');
  return submissions.some(({ program_name }) => program_name === PROGRAM);
}

async function ensureRecords(
  { furnishers, networkId }: SandboxParties,
  furnisher: Furnisher,
): Promise<void> {
  const client = furnishers[furnisher];
  if (await hasFurnished(client)) return;
  const { results } = await succeed(
    client.post(kybCertificate.furnishPath, {
      network_id: networkId,
      program_name: PROGRAM,
      records: recordsOf(furnisher),
    }),
  );
  const rejected = (results as readonly { readonly accepted: boolean }[]).filter(
    ({ accepted }) => !accepted,
  );
  if (rejected.length > 0) throw new Error(`records were rejected: ${JSON.stringify(rejected)}`);
}
