import { createHash } from 'node:crypto';
import { matchKeysOf, namedBusiness, type MatchKey, type NamedBusiness } from '@ndx/catalog';
import { conflict } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { ConsentPart, FurnishedPart } from '../clients/subject-parts.js';
import type { Business } from '../domain/business.js';
import {
  separateBusiness,
  type Choice,
  type Separated,
  type StatedRecord,
} from '../domain/separate-business.js';
import { IdentifierVault } from '../storage/identifier-vault.js';

export interface SeparationPlan extends Separated {
  /** Equal for an equal choice of an unchanged business, with unchanged records and consents. */
  readonly digest: string;
}

/** The parts of a plan that a preview shows. */
export type PreviewedSeparation = Omit<SeparationPlan, 'kept' | 'separated'>;

interface SubjectToSeparate {
  readonly business: Business;
  readonly records: readonly FurnishedPart[];
  readonly consents: readonly ConsentPart[];
  /** The country of the network. */
  readonly country: string;
}

/** Computes a separation by the keys of claims; stores nothing. */
@Injectable()
export class PlanSeparation {
  constructor(private readonly vault: IdentifierVault) {}

  /** What `plan` would move; nothing without a choice. @throws as `plan` */
  preview(subject: SubjectToSeparate, choice: Choice): PreviewedSeparation {
    if (choice.entityIds.length + choice.recordIds.length > 0) return this.plan(subject, choice);
    return { recordIds: [], consentIds: [], legalNames: [], digest: digestOf(subject, choice) };
  }

  /**
   * @param previewed the digest of the plan that is confirmed
   * @throws VALIDATION_ERROR, RESOURCE_CONFLICT as `separateBusiness`; RESOURCE_CONFLICT when
   *   something has changed since the preview
   */
  plan(
    { business, records, consents, country }: SubjectToSeparate,
    choice: Choice,
    previewed?: string,
  ): SeparationPlan {
    const digest = digestOf({ business, records, consents }, choice);
    if (digest !== (previewed ?? digest)) {
      throw conflict('version_mismatch', 'the subject or the choice has changed since the preview');
    }
    const stated = records.map((record) => this.statedRecord(record, country));
    const forConsents = consents.map(({ consent_id: id, entity_id, business_legal_name }) => ({
      id,
      entityId: entity_id,
      legalName: business_legal_name,
    }));
    const separable = { business, records: stated, consents: forConsents };
    const keysOf = (one: Business, legalName: string) => this.keysOfName(one, legalName);
    return { ...separateBusiness(separable, choice, keysOf, new Date()), digest };
  }

  private statedRecord(record: FurnishedPart, country: string): StatedRecord {
    const named = namedBusiness(
      {
        business_legal_name: record.business_legal_name,
        business_jurisdiction_of_formation: record.business_jurisdiction_of_formation,
        business_registration_identifier_from_jurisdiction_of_formation:
          record.business_registration_identifier,
      },
      [country],
    );
    return {
      id: record.record_id,
      entityId: record.furnishing_entity_id,
      legalName: record.business_legal_name,
      furnishedAt: record.furnished_at,
      registration: this.hashIn(named, 'registration'),
      nameKey: this.hashIn(named, 'registration-and-legal-name'),
    };
  }

  private keysOfName(
    { registrations, ein }: Business,
    legalName: string,
  ): { readonly nameKeys: readonly string[]; readonly einKey: string | null } {
    const named = namedBusiness({ business_legal_name: legalName });
    return {
      nameKeys: registrations.flatMap(({ jurisdiction, key }) => {
        const registered: NamedBusiness = {
          ...named,
          business_jurisdiction_of_formation: jurisdiction,
          business_registration_identifier_from_jurisdiction_of_formation: key,
        };
        return this.hashIn(registered, 'registration-and-legal-name') ?? [];
      }),
      einKey:
        ein && this.hashIn({ ...named, federal_ein: this.vault.open(ein) }, 'ein-and-legal-name'),
    };
  }

  private hashIn(named: NamedBusiness, kind: MatchKey['kind']): string | null {
    const key = matchKeysOf(named).find((one) => one.kind === kind);
    return key ? this.vault.matchHashOf(key) : null;
  }
}

/** The plan follows from these parts: records and the names in consents do not change. */
function digestOf(
  { business, records, consents }: Omit<SubjectToSeparate, 'country'>,
  { entityIds, recordIds }: Choice,
): string {
  const parts = [
    ...[business.id, business.revision, entityIds.toSorted(), recordIds.toSorted()],
    records.map(({ record_id }) => record_id).toSorted(),
    consents.map(({ consent_id }) => consent_id).toSorted(),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
