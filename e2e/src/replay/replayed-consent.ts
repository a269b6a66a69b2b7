import {
  BusinessIdentified,
  newId,
  RecordFurnished,
  type ConsentState,
  type Principal,
} from '@ndx/contracts';
import { outgoingEvent } from '@ndx/messaging';
import { BUSINESS_REGISTRATION, member } from '@ndx/service/testing';
import { aSocialSecurityNumber } from '@ndx/testing';
import type { PairOfServices } from './pair-of-services.js';

const BUSINESS = '/v1/consent/business';
const EXPIRES_AT = '2998-01-01T00:00:00.000Z';

/** A scope that the KYB query is not in. */
export const NARROW = 'total_consumer_assets';

/** A business consent of the real services, recorded over HTTP. */
export class ReplayedConsent {
  private constructor(
    private readonly services: PairOfServices,
    private readonly principal: Principal,
    private readonly networkId: string,
    readonly id: string,
    private readonly grantId: string,
  ) {}

  /** Records a consent, and furnishes a record that a query under it returns. */
  static async record(services: PairOfServices): Promise<ReplayedConsent> {
    const networkId = newId();
    const principal = member(networkId, 'querier');
    const requestId = newId();
    const recorded = services.consent.requests.call(
      principal,
      'POST',
      BUSINESS,
      {
        network_id: networkId,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: {
          business_legal_name: 'Example Hardware LLC',
          business_jurisdiction_of_formation: 'US-DE',
          [BUSINESS_REGISTRATION]: String(aSocialSecurityNumber()),
        },
        expires_at: EXPIRES_AT,
      },
      { 'x-request-id': requestId },
    );
    await services.gate.arrival(requestId);
    await services.gate.forward(requestId);
    services.gate.release(requestId);
    const body = (await recorded).body as {
      readonly consent_id: string;
      readonly field_access_grants: readonly { readonly grant_id: string }[];
    };
    const grantId = body.field_access_grants[0]?.grant_id ?? '';
    const consent = new ReplayedConsent(services, principal, networkId, body.consent_id, grantId);
    await services.relay();
    await consent.furnish();
    return consent;
  }

  /** Sends a change as the gateway does; returns the status of its answer. */
  async change(op: string, requestId: string): Promise<number> {
    const [method, path, body] = this.requestOf(op);
    const headers = { 'x-request-id': requestId };
    const { requests } = this.services.consent;
    return (await requests.call(this.principal, method, path, body, headers)).status;
  }

  /** The id of the owner's last event. */
  async head(): Promise<string> {
    const [head] = await this.services.consent.sql<{ event_id: string }>(
      'select event_id from aggregate_head where key = $1',
      [this.id],
    );
    if (!head) throw new Error('the consent has no head');
    return head.event_id;
  }

  /** The status of a query under the consent. */
  async query(): Promise<number> {
    const body = { network_ids: [this.networkId], consent_id: this.id };
    const path = '/v1/products/kyb_certificate/query';
    const { requests } = this.services.productQuery;
    return (await requests.call(this.principal, 'POST', path, body)).status;
  }

  private requestOf(op: string): readonly [method: string, path: string, body?: object] {
    const path = `${BUSINESS}/${this.id}`;
    switch (op) {
      case 'narrow':
        return ['PUT', path, { scope: NARROW }];
      case 'widen':
        return ['PUT', path, { scope: '*' }];
      case 'amend':
        return ['PUT', path, { expires_at: EXPIRES_AT }];
      case 'close':
        return ['DELETE', `${path}/grants/${this.grantId}`];
      case 'revoke':
        return ['POST', `${path}/revoke`];
      default:
        throw new Error(`no request does ${op}`);
    }
  }

  private async furnish(): Promise<void> {
    const { productQuery } = this.services;
    const [row] = await productQuery.sql<{ state: string }>(
      'select state from consent_copy where consent_id = $1',
      [this.id],
    );
    const { business_id, match_hashes } = JSON.parse(row?.state ?? '{}') as ConsentState;
    const subject = {
      network_id: this.networkId,
      business_id: business_id ?? '',
      match_hashes: [...match_hashes],
      merged_into: null,
      revision: 1,
    };
    await productQuery.consume(outgoingEvent(BusinessIdentified, subject, {}));
    const performed = {
      business_identity_verification_performed_timestamp: '2026-01-01T00:00:00Z',
    };
    const record = {
      record_id: newId(),
      network_id: this.networkId,
      dataset: 'kyb_certificate',
      subject_type: 'business',
      subject_id: subject.business_id,
      furnishing_entity_id: newId(),
      furnished_at: new Date().toISOString(),
      stated_business: null,
      models: {
        business_identity_verification: {
          assertions: performed,
          data: { business_entity_type: 'corporation' },
        },
      },
    } as const;
    await productQuery.consume(outgoingEvent(RecordFurnished, record, {}));
  }
}
