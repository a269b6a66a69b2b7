import {
  AttestationCreated,
  AttestationRevoked,
  ConsentAmended,
  ConsentGranted,
  ConsentRevoked,
  MembershipChanged,
  newId,
  QueryingPolicySaved,
  RecordEnded,
  RecordFurnished,
  type ConsentState,
} from '@ndx/contracts';
import { kybCertificate } from '@ndx/catalog';
import fc, { type Arbitrary } from 'fast-check';
import { aSelection } from './builders.js';
import { aPolicyHistory } from './histories.js';
import { createEndpoint, type ListedNotice } from './notices.js';
import type { QueryService } from './query-service.js';
import {
  aConsent,
  anAttestation,
  aVerification,
  aWorld,
  theEndOf,
  type Furnished,
} from './world.js';

const MODEL = 'business_identity_verification';
const FIELDS = ['business_entity_type', 'business_dba_name'] as const;

const BANK = fc.nat(1);

/** A change of the data of one business. */
export type Change =
  | {
      readonly kind: 'furnish';
      readonly bank: number;
      readonly value: string;
      readonly day: number;
    }
  | { readonly kind: 'withdraw'; readonly nth: number }
  | { readonly kind: 'attest' | 'end attestation' | 'leave' | 'join'; readonly bank: number }
  | {
      readonly kind: 'policy';
      readonly isRequired: boolean;
      readonly attested: boolean;
      readonly consent: 'required' | null;
    }
  | { readonly kind: 'consent' | 'amend'; readonly fields: readonly string[] }
  | { readonly kind: 'revoke' | 'nothing' };

export const CHANGES: Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('furnish' as const),
    bank: BANK,
    value: fc.constantFrom('a', 'b'),
    day: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('withdraw' as const), nth: fc.nat(3) }),
  fc.record({
    kind: fc.constantFrom(...(['attest', 'attest', 'end attestation', 'leave', 'join'] as const)),
    bank: BANK,
  }),
  fc.record({
    kind: fc.constant('policy' as const),
    isRequired: fc.boolean(),
    attested: fc.boolean(),
    consent: fc.constantFrom(null, null, 'required' as const),
  }),
  fc.record({
    kind: fc.constantFrom('consent' as const, 'amend' as const),
    fields: fc.subarray([...FIELDS], { minLength: 1 }),
  }),
  fc.record({ kind: fc.constantFrom('revoke' as const, 'nothing' as const) }),
);

export interface History {
  readonly before: readonly Change[];
  readonly namesConsent: boolean;
  readonly after: readonly Change[];
}

export const HISTORIES: Arbitrary<History> = fc.record({
  before: fc.array(CHANGES, { maxLength: 3 }),
  namesConsent: fc.boolean(),
  after: fc.array(CHANGES, { minLength: 3, maxLength: 3 }),
});

/** A business and a subscribed institution, with the changes of a history. */
export class SubscribedWorld {
  readonly world = aWorld();
  private readonly banks = [this.world.furnisherId, newId()];
  private readonly records: Furnished[] = [];
  private readonly policy = aPolicyHistory();
  private readonly attestations = new Map<number, ReturnType<typeof anAttestation>>();
  private consent: ConsentState | undefined;
  private named: string | undefined;
  private revision = 1;

  constructor(private readonly service: QueryService) {}

  async begin({ before, namesConsent }: History): Promise<void> {
    const { service, world } = this;
    await service.identify(world, 'business', world.hash);
    await this.apply({ kind: 'furnish', bank: 0, value: 'a', day: 1 });
    if (namesConsent) await this.apply({ kind: 'consent', fields: FIELDS });
    this.named = this.consent?.consent_id;
    for (const change of before) await this.apply(change);
    await createEndpoint(service, world.principal);
  }

  /** The query event of the query of the institution, and its answer, without what each query has of its own. */
  async ask(): Promise<{ readonly id: string | null; readonly answer: string | null }> {
    const { world, named } = this;
    const about = named === undefined ? { business_id: world.subjectId } : { consent_id: named };
    const body = { network_ids: [world.networkId], ...about };
    const path = '/v1/products/kyb_certificate/query';
    const asked = await this.service.query(world.principal, path, body);
    if (asked.status !== 200) return { id: null, answer: null };
    const { result } = asked.body as { readonly result: Readonly<Record<string, unknown>> };
    const { meta, ...sections } = result as { readonly meta: { readonly business: unknown } };
    const text = JSON.stringify({ business: meta.business, ...sections });
    const answer = text.replaceAll(/"attestation_id":"[^"]+"/g, '"attestation_id":"some"');
    return { id: asked.reference, answer };
  }

  async notices(): Promise<readonly ListedNotice[]> {
    const { body } = await this.service.call(this.world.principal, 'GET', '/v1/notices');
    return body['data'] as readonly ListedNotice[];
  }

  async apply(change: Change): Promise<void> {
    const { service, world } = this;
    this.revision += 1;
    const { revision } = this;
    switch (change.kind) {
      case 'furnish': {
        const of = { ...world, furnisherId: this.bank(change.bank) };
        const data = { business_entity_type: change.value, business_dba_name: 'Shop' };
        const record = aVerification(of, data, `2026-01-0${String(change.day)}T00:00:00Z`);
        this.records.push(record);
        await service.deliver(RecordFurnished, record);
        break;
      }
      case 'withdraw': {
        const record = this.records[change.nth];
        if (record) await service.deliver(RecordEnded, theEndOf(record, revision));
        break;
      }
      case 'attest': {
        const created_at = new Date(Date.UTC(2026, 0, revision)).toISOString();
        const of = { entity_id: this.bank(change.bank), product_id: kybCertificate.id };
        const attestation = anAttestation({ ...of, created_at });
        this.attestations.set(change.bank, attestation);
        await service.deliver(AttestationCreated, attestation);
        break;
      }
      case 'end attestation': {
        const known = this.attestations.get(change.bank);
        const revoked = { revoked_at: '2026-06-01T00:00:00.000Z', revision };
        if (known) await service.deliver(AttestationRevoked, { ...known, ...revoked });
        break;
      }
      case 'leave':
      case 'join':
        await service.deliver(MembershipChanged, {
          ...{ network_id: world.networkId, entity_id: this.bank(change.bank), revision },
          roles: change.kind === 'join' ? ['furnisher'] : [],
        });
        break;
      case 'policy': {
        const selection = aSelection({
          ...{ model_name: MODEL, is_required: change.isRequired },
          attestation_required: change.attested,
        });
        const terms = { network_id: world.networkId, is_default: true, consent: change.consent };
        const saved = this.policy.saved(revision, { ...terms, model_selections: [selection] });
        await service.deliver(QueryingPolicySaved, saved);
        break;
      }
      case 'consent':
        this.consent = aConsent(world, { consented_fields: fieldsOf(change.fields) });
        await service.deliver(ConsentGranted, this.consent);
        break;
      case 'amend':
        if (!this.consent) break;
        this.consent = { ...this.consent, revision, consented_fields: fieldsOf(change.fields) };
        await service.deliver(ConsentAmended, this.consent);
        break;
      case 'revoke': {
        if (!this.consent) break;
        const { consent_id, entity_id, network_id } = this.consent;
        const revoked_at = '2026-06-01T00:00:00.000Z';
        const end = { consent_id, entity_id, network_id, revision, revoked_at };
        await service.deliver(ConsentRevoked, end);
        break;
      }
      case 'nothing':
    }
  }

  private bank(place: number): string {
    return this.banks[place] ?? '';
  }
}

function fieldsOf(fields: readonly string[]): string {
  return fields.map((field) => `${MODEL}.${field}`).join();
}
