import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { expect } from '@jest/globals';
import type { Principal } from '@ndx/contracts';
import { IDENTITY } from './coverage.js';
import { queryCertificate } from './explained-business.js';
import type { QueryService } from './query-service.js';
import type { World } from './world.js';

/** Queries a certificate, and waits for the audit entry. */
export async function auditedQuery(service: QueryService, world: World): Promise<string> {
  const reference = await queryCertificate(service, world);
  await eventually(async () => {
    expect(
      await service.sql('select from audit_entry where subject = $1', [reference]),
    ).toHaveLength(1);
  });
  return reference;
}

/** Its bytes, and what they say. */
export async function answer(
  service: QueryService,
  ...request: Parameters<QueryService['send']>
): Promise<{ status: number; text: string; body: Record<string, unknown> }> {
  const response = await service.send(...request);
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
}

/** The answers about how a query was decided. */
export async function decisionAnswers(service: QueryService, world: World, reference: string) {
  const querier: Principal = { ...world.principal, permissions: ['billing:read'] };
  const governor = member(world.networkId, 'governor');
  const event = `/v1/query-events/${reference}`;
  const draft = { model_selections: [{ model_name: IDENTITY, max_age_days: 2 }] };
  const [explanation, evidence, replay, simulation] = await Promise.all([
    answer(service, querier, 'GET', `${event}/explanation`),
    answer(service, querier, 'GET', `${event}/evidence`),
    answer(service, governor, 'POST', `${event}/replay`, {}),
    answer(service, governor, 'POST', `${event}/replay`, draft),
  ]);
  return { explanation, evidence, replay, simulation };
}
