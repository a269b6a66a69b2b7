import { createHash } from 'node:crypto';
import { matchKeysOf, namedBusiness, type MatchKey, type NamedBusiness } from '@ndx/catalog';
import { conflict } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { ConsentPart, FurnishedPart } from '../clients/subject-parts.js';
import type { Business } from '../domain/business.js';
import {
  separateBusiness,
  type Choice,
  type Separable,
  type Separated,
  type StatedRecord,
} from '../domain/separate-business.js';
import { IdentifierVault } from '../storage/identifier-vault.js';

export interface SeparationPlan extends Separated {
  /** Equal for an equal choice of an unchanged business, with unchanged records and consents. */
  readonly digest: string;
}

interface SubjectToSeparate {
  readonly business: Business;
  readonly records: readonly FurnishedPart[];
  readonly consents: readonly ConsentPart[];
  /** The countries of the network. */
  readonly countries: readonly string[];
}

/** Computes a separation by the keys of claims; stores nothing. */
@Injectable()
export class PlanSeparation {
  constructor(private readonly vault: IdentifierVault) {}

  /**
   * @param previewed the digest of the plan that is confirmed
   * @throws VALIDATION_ERROR, RESOURCE_CONFLICT as `separateBusiness`; RESOURCE_CONFLICT when
   *   something has changed since the preview
   */
  plan(
    { business, records, consents, countries }: SubjectToSeparate,
    choice: Choice,
    previewed?: string,
  ): SeparationPlan {
    const stated = records.map((record) => this.statedRecord(record, countries));
    const forConsents = consents.map(({ consent_id: id, entity_id, business_legal_name }) => ({
      id,
      entityId: entity_id,
      legalName: business_legal_name,
    }));
    const separable = { business, records: stated, consents: forConsents };
    const digest = digestOf(separable, choice);
    if (digest !== (previewed ?? digest)) {
      throw conflict('version_mismatch', 'the subject or the choice has changed since the preview');
    }
    const keysOf = (one: Business, legalName: string) => this.keysOfName(one, legalName);
    return { ...separateBusiness(separable, choice, keysOf, new Date()), digest };
  }

  private statedRecord(record: FurnishedPart, countries: readonly string[]): StatedRecord {
    const named = namedBusiness(
      {
        business_legal_name: record.business_legal_name,
        business_jurisdiction_of_formation: record.business_jurisdiction_of_formation,
        business_registration_identifier_from_jurisdiction_of_formation:
          record.business_registration_identifier,
      },
      countries,
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
  { business, records, consents }: Separable,
  { entityIds, recordIds }: Choice,
): string {
  const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id).toSorted();
  const chosen = [entityIds.toSorted(), recordIds.toSorted()];
  const parts = [business.id, business.revision, ...chosen, idsOf(records), idsOf(consents)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
