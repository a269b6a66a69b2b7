import { randomUUID } from 'node:crypto';
import { eventually } from '@ndx/testing';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import type { ApiClient } from '@ndx/tools/network/api-client';
import { expect } from '@jest/globals';
import { FURNISH } from './business.js';
import { succeed } from './participant.js';

/** Two companies that one furnisher furnished under one damaged number: one business. */
export interface BusinessOfTwo {
  readonly one: Identity;
  readonly other: Identity;
  readonly subject_id: string;
  /** The record of the other company, furnished and verified last. */
  readonly record_id: string;
}

export interface Identity {
  readonly business_legal_name: string;
  readonly business_registration_identifier_from_jurisdiction_of_formation: string;
}

export async function aBusinessOfTwo(client: ApiClient, networkId: string): Promise<BusinessOfTwo> {
  const damaged = demoBusiness(`1.23E+${randomUUID().replaceAll('-', '').slice(0, 16)}`);
  const one = { ...damaged, business_legal_name: 'E1 LLC' };
  const other = { ...damaged, business_legal_name: 'Other Ltd' };
  await furnishIdentity(client, networkId, { identity: one, daysAgo: 2 });
  return { one, other, ...(await furnishIdentity(client, networkId, { identity: other })) };
}

/** Furnishes all sections; the legal name is the source of the verification. */
export async function furnishIdentity(
  client: ApiClient,
  network_id: string,
  { identity, daysAgo = 1 }: { readonly identity: Identity; readonly daysAgo?: number },
): Promise<{ readonly subject_id: string; readonly record_id: string }> {
  const sections = demoSections(
    identity.business_registration_identifier_from_jurisdiction_of_formation,
    {
      performedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      source: identity.business_legal_name,
      operatingCity: 'Cambridge',
    },
  );
  const records = [{ business_identity: identity, ...sections }];
  const { results } = await succeed(client.post(FURNISH, { network_id, records }));
  const ids = { business_id: expect.any(String), record_id: expect.any(String) };
  expect(results).toEqual([expect.objectContaining(ids)]);
  const [result] = results as readonly {
    readonly business_id: string;
    readonly record_id: string;
  }[];
  return {
    subject_id: String(result?.business_id),
    record_id: String(result?.record_id),
  };
}

/** The digest of the preview of a choice, which a governor confirms. */
export async function previewDigest(
  governor: ApiClient,
  networkId: string,
  {
    subject_id,
    ...choice
  }: { readonly subject_id: string; readonly record_ids: readonly string[] },
): Promise<string> {
  const path = `/v1/networks/${networkId}/subjects/${subject_id}/separations/preview`;
  return eventually(async () => {
    const { preview_digest: digest } = await succeed(governor.post(path, choice));
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    return String(digest);
  });
}
