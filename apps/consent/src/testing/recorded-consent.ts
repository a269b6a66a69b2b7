import type { Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { CONSUMER, consumerRequest } from './consent-requests.js';
import type { ConsentService } from './consent-service.js';

/** A consumer consent of a new institution, and calls on it. */
export async function recordedConsent(service: ConsentService, network: string) {
  const querier = member(network, 'querier');
  const { body } = await service.call(querier, 'POST', CONSUMER, consumerRequest(network));
  const id = String(body['consent_id']);
  const call = (method: string, suffix = '', sent?: unknown, caller: Principal = querier) =>
    service.call(caller, method, `${CONSUMER}/${id}${suffix}`, sent);
  return {
    id,
    querier,
    call,
    read: (caller?: Principal, networkId: string = network) =>
      call('GET', `?network_id=${networkId}`, undefined, caller),
    grants: (answer: { body: Readonly<Record<string, unknown>> }) =>
      answer.body['field_access_grants'] as Record<string, unknown>[],
  };
}
