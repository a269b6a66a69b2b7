import { newId, type Principal } from '@ndx/contracts';
import type { ModelState } from '@ndx/formal';
import { BUSINESS_REGISTRATION, member, subjectIdOf } from '@ndx/service/testing';
import { aSocialSecurityNumber } from '@ndx/testing';
import type { PairOfServices } from './pair-of-services.js';
import type { ReplayedAggregate, RowsOf } from './replayed-aggregate.js';
import { identifyBusiness, KYB_IDENTITY, statusOfKybQuery } from './replayed-business.js';

interface End {
  readonly revision: number;
}

interface EndCopy extends End {
  readonly event_id: string;
}

/** A record of the real services, furnished over HTTP; the model has its end. */
export class ReplayedRecord implements ReplayedAggregate {
  /** An end deletes what queries use of the record. */
  readonly handlersTable = 'statement';
  readonly ownersRows: readonly RowsOf[];
  readonly subscribersRows: readonly RowsOf[];
  private readonly querier: Principal;

  private constructor(
    private readonly services: PairOfServices,
    private readonly furnisher: Principal,
    private readonly networkId: string,
    private readonly businessId: string,
    readonly id: string,
  ) {
    this.querier = member(networkId, 'querier');
    this.ownersRows = [['record_end', `id = '${id}'`]];
    this.subscribersRows = [
      ['record_copy', `record_id = '${id}'`],
      ['statement', `subject_id = '${businessId}'`],
    ];
  }

  /** Furnishes a record that a query returns. */
  static async furnish(services: PairOfServices): Promise<ReplayedRecord> {
    const { owner, productQuery } = services;
    const networkId = newId();
    const furnisher = member(networkId, 'furnisher');
    const registration = String(aSocialSecurityNumber());
    const business = {
      business_legal_name: 'Example Hardware LLC',
      business_jurisdiction_of_formation: 'US-DE',
      [BUSINESS_REGISTRATION]: registration,
    };
    const { body } = await owner.requests.call<Furnished>(
      furnisher,
      'POST',
      '/v1/products/kyb_certificate/furnish',
      { network_id: networkId, records: [{ business_identity: business, ...KYB_IDENTITY }] },
    );
    const businessId = subjectIdOf(networkId, registration);
    await identifyBusiness(productQuery, { networkId, businessId, matchHashes: [newId()] });
    for (const event of await services.relay(businessId)) await productQuery.consume(event);
    const id = body.results[0]?.record_id ?? '';
    return new ReplayedRecord(services, furnisher, networkId, businessId, id);
  }

  async change(op: string, requestId: string): Promise<number> {
    if (op !== 'revoke') throw new Error(`no request does ${op} a record`);
    const path = `/v1/records/${this.id}/withdraw`;
    const headers = { 'x-request-id': requestId };
    const { requests } = this.services.owner;
    const body = { reason: 'wrong_value' };
    return (await requests.call(this.furnisher, 'POST', path, body, headers)).status;
  }

  query(): Promise<number> {
    const about = { business_id: this.businessId };
    return statusOfKybQuery(this.services.productQuery, this.querier, this.networkId, about);
  }

  statusIn({ revoked }: ModelState['row']): number {
    return revoked ? 204 : 200;
  }

  async ownersState() {
    const [end] = await this.services.owner.sql<End & Record<string, unknown>>(
      'select revision from record_end where id = $1',
      [this.id],
    );
    return stateOf(end);
  }

  async rowsState() {
    const [end] = await this.services.productQuery.sql<EndCopy & Record<string, unknown>>(
      'select revision, event_id from record_copy where record_id = $1',
      [this.id],
    );
    return { ...stateOf(end), event: end?.event_id ?? null };
  }
}

interface Furnished {
  readonly results: readonly { readonly record_id: string }[];
}

/** A record is not narrowed, and has no grant. */
function stateOf(end: End | undefined) {
  return { revision: end?.revision ?? 0, narrow: false, closed: false, revoked: end !== undefined };
}
