import { newId, RecordFurnished, type ConsentState, type Principal } from '@ndx/contracts';
import type { ModelState } from '@ndx/formal';
import { outgoingEvent } from '@ndx/messaging';
import { BUSINESS_REGISTRATION, member } from '@ndx/service/testing';
import { aSocialSecurityNumber } from '@ndx/testing';
import type { PairOfServices } from './pair-of-services.js';
import type { ReplayedAggregate, RowsOf } from './replayed-aggregate.js';
import { identifyBusiness, KYB_IDENTITY, statusOfKybQuery } from './replayed-business.js';

const BUSINESS = '/v1/consent/business';
const EXPIRES_AT = '2998-01-01T00:00:00.000Z';

/** A scope that the KYB query is not in. */
const NARROW = 'total_consumer_assets';

interface Grant {
  readonly effective_to: string | null;
}

interface OwnersConsent {
  readonly revision: number;
  readonly scope: string;
  readonly grants: readonly Grant[];
  readonly revoked_at: Date | null;
}

interface ConsentCopy {
  readonly revision: number;
  readonly event_id: string;
  readonly state: string;
}

/** A business consent of the real services, recorded over HTTP. */
export class ReplayedConsent implements ReplayedAggregate {
  readonly handlersTable = 'consent_end';
  readonly ownersRows: readonly RowsOf[];
  readonly subscribersRows: readonly RowsOf[];

  private constructor(
    private readonly services: PairOfServices,
    private readonly principal: Principal,
    private readonly networkId: string,
    readonly id: string,
    private readonly grantId: string,
  ) {
    const ofConsent = `consent_id = '${id}'`;
    this.ownersRows = [
      ['consent', `id = '${id}'`],
      ['consent_history', ofConsent],
    ];
    this.subscribersRows = [
      ['consent_copy', ofConsent],
      ['consent_end', ofConsent],
    ];
  }

  /** Records a consent, and furnishes a record that a query under it returns. */
  static async record(services: PairOfServices): Promise<ReplayedConsent> {
    const networkId = newId();
    const principal = member(networkId, 'querier');
    const requestId = newId();
    const recorded = services.owner.requests.call(
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
    await services.relay(consent.id);
    await consent.furnish();
    return consent;
  }

  async change(op: string, requestId: string): Promise<number> {
    const [method, path, body] = this.requestOf(op);
    const headers = { 'x-request-id': requestId };
    const { requests } = this.services.owner;
    return (await requests.call(this.principal, method, path, body, headers)).status;
  }

  query(): Promise<number> {
    const about = { consent_id: this.id };
    return statusOfKybQuery(this.services.productQuery, this.principal, this.networkId, about);
  }

  statusIn({ revoked, narrow, closedAt }: ModelState['row']): number {
    if (revoked || narrow) return 403;
    return closedAt > 0 ? 204 : 200;
  }

  async ownersState() {
    const [consent] = await this.services.owner.sql<OwnersConsent & Record<string, unknown>>(
      'select revision, scope, grants, revoked_at from consent where id = $1',
      [this.id],
    );
    if (!consent) throw new Error('the consent is missing');
    return { revision: consent.revision, ...restrictionsOf(consent, consent.grants) };
  }

  async rowsState() {
    const { revision, event_id: event, state } = await this.row();
    return { revision, event, ...restrictionsOf(state, state.field_access_grants) };
  }

  private async row() {
    const [row] = await this.services.productQuery.sql<ConsentCopy & Record<string, unknown>>(
      'select revision, event_id, state from consent_copy where consent_id = $1',
      [this.id],
    );
    if (!row) throw new Error('the row of the consent is missing');
    return { ...row, state: JSON.parse(row.state) as ConsentState };
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
    const { networkId } = this;
    const { productQuery } = this.services;
    const { business_id, match_hashes } = (await this.row()).state;
    const businessId = business_id ?? '';
    await identifyBusiness(productQuery, { networkId, businessId, matchHashes: match_hashes });
    const record = {
      record_id: newId(),
      network_id: networkId,
      dataset: 'kyb_certificate',
      subject_type: 'business',
      subject_id: businessId,
      furnishing_entity_id: newId(),
      furnished_at: new Date().toISOString(),
      stated_business: null,
      models: KYB_IDENTITY,
    } as const;
    await productQuery.consume(outgoingEvent(RecordFurnished, record, {}));
  }
}

function restrictionsOf(
  { scope, revoked_at }: { readonly scope: string; readonly revoked_at: unknown },
  grants: readonly Grant[],
) {
  return {
    narrow: scope === NARROW,
    closed: grants.some(({ effective_to }) => effective_to !== null),
    revoked: revoked_at !== null,
  };
}
