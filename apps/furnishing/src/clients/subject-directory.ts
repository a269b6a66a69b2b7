import {
  checkBusinesses,
  checkConsumers,
  lookUpBusinesses,
  resolveBusinesses,
  resolveConsumers,
  type AnswerOf,
} from '@ndx/api';
import { ServiceClients } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { NamedSubject } from '../domain/candidate.js';
import { lookUpEach, type Identity } from './look-up-each.js';

/** Why there is no subject; `error` is undefined for an id that the network does not have. */
export interface NoSubject {
  readonly error: string | undefined;
}

/** A subject that would be found; one that would be created has an id of no record. */
export interface CheckedSubject {
  readonly id: string;
}

export interface KnownSubject extends CheckedSubject {
  /** The legal name of a business that the caller stated last; null without one. */
  readonly statedLegalName: string | null;
}

export type FoundSubject = KnownSubject | NoSubject;

const UNKNOWN: NoSubject = { error: undefined };

/** Resolves the subjects of records in the entity service (design 5). */
@Injectable()
export class SubjectDirectory {
  constructor(private readonly services: ServiceClients) {}

  /** Finds by id, matches or creates every subject, in order. */
  find(networkId: string, subjects: readonly NamedSubject[]): Promise<FoundSubject[]> {
    return lookUpEach<FoundSubject>(subjects, {
      byId: (ids) => this.lookUp(networkId, ids),
      businesses: (identities) => this.resolveBusinesses(networkId, identities),
      consumers: (identities) => this.resolveConsumers(networkId, identities),
    });
  }

  /** The outcomes that `find` would have now; creates nothing (decision 0079). */
  check(
    networkId: string,
    subjects: readonly NamedSubject[],
  ): Promise<(CheckedSubject | NoSubject)[]> {
    return lookUpEach<CheckedSubject | NoSubject>(subjects, {
      byId: (ids) => this.lookUp(networkId, ids),
      businesses: (identities) => this.checkBusinesses(networkId, identities),
      consumers: (identities) => this.checkConsumers(networkId, identities),
    });
  }

  /** An id alone does not relate the institution to the business (decision 0077). */
  private async lookUp(networkId: string, ids: readonly string[]): Promise<FoundSubject[]> {
    const business_ids = validIds(ids);
    if (business_ids.length === 0) return ids.map(() => UNKNOWN);
    const { businesses } = await this.entity.call(lookUpBusinesses, { body: { business_ids } });
    const here = businesses.filter(({ network_id }) => network_id === networkId);
    const known = new Map(here.map((business) => [business.business_id, business]));
    return ids.map((id) => {
      const business = known.get(id);
      return business ? found(business) : UNKNOWN;
    });
  }

  private async resolveBusinesses(
    networkId: string,
    identities: readonly Identity[],
  ): Promise<FoundSubject[]> {
    const { businesses } = await this.entity.call(resolveBusinesses, {
      body: { network_ids: [networkId], businesses: identities },
    });
    return businesses.map((answer) =>
      'error' in answer ? { error: answer.error.detail } : found(answer),
    );
  }

  private async resolveConsumers(
    networkId: string,
    identities: readonly Identity[],
  ): Promise<FoundSubject[]> {
    const { consumers } = await this.entity.call(resolveConsumers, {
      body: { network_id: networkId, consumers: identities },
    });
    return consumers.map((answer) =>
      'error' in answer
        ? { error: answer.error.detail }
        : { id: answer.consumer_id, statedLegalName: null },
    );
  }

  private async checkBusinesses(
    networkId: string,
    identities: readonly Identity[],
  ): Promise<(CheckedSubject | NoSubject)[]> {
    const { results } = await this.entity.call(checkBusinesses, {
      body: { network_ids: [networkId], businesses: identities },
    });
    return results.map(checked);
  }

  private async checkConsumers(
    networkId: string,
    identities: readonly Identity[],
  ): Promise<(CheckedSubject | NoSubject)[]> {
    const { results } = await this.entity.call(checkConsumers, {
      body: { network_id: networkId, consumers: identities },
    });
    return results.map(checked);
  }

  private get entity() {
    return this.services.to('entity');
  }
}

type KnownBusiness = AnswerOf<typeof lookUpBusinesses>['businesses'][number];
type CheckedIdentity = AnswerOf<typeof checkBusinesses>['results'][number];

function checked({ subject_id: id, error }: CheckedIdentity): CheckedSubject | NoSubject {
  return id === null ? { error: error?.detail } : { id };
}

function found({
  business_id: id,
  stated_legal_name: statedLegalName,
}: KnownBusiness): KnownSubject {
  return { id, statedLegalName };
}

/** Entity rejects the whole request for an invalid UUID, so invalid ids are treated as unknown. */
function validIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => isUUID(id));
}
