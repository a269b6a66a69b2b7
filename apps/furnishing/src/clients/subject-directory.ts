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

export interface KnownSubject {
  /** In the network. */
  readonly id: string;
  /** The legal name of a business that the caller stated last; null without one. */
  readonly statedLegalName: string | null;
}

export type FoundSubject = KnownSubject | NoSubject;

/** Whether a subject would be found or created. */
export type CheckedSubject = { readonly isFound: true } | NoSubject;

const UNKNOWN: NoSubject = { error: undefined };
const FOUND = { isFound: true } as const;

/** Resolves the subjects of records in the entity service (design 5). */
@Injectable()
export class SubjectDirectory {
  constructor(private readonly services: ServiceClients) {}

  /** Finds by id, matches or creates every subject, in order. */
  find(networkId: string, subjects: readonly NamedSubject[]): Promise<FoundSubject[]> {
    return lookUpEach<FoundSubject>(subjects, {
      byId: (ids) => this.lookUp(networkId, ids, found),
      businesses: (identities) => this.resolveBusinesses(networkId, identities),
      consumers: (identities) => this.resolveConsumers(networkId, identities),
    });
  }

  /** The outcomes that `find` would have now; creates nothing (decision 0079). */
  check(networkId: string, subjects: readonly NamedSubject[]): Promise<CheckedSubject[]> {
    return lookUpEach<CheckedSubject>(subjects, {
      byId: (ids) => this.lookUp(networkId, ids, () => FOUND),
      businesses: (identities) => this.checkBusinesses(networkId, identities),
      consumers: (identities) => this.checkConsumers(networkId, identities),
    });
  }

  /** An id alone does not relate the institution to the business (decision 0077). */
  private async lookUp<Found>(
    networkId: string,
    ids: readonly string[],
    foundBy: (business: KnownBusiness) => Found,
  ): Promise<(Found | NoSubject)[]> {
    const business_ids = validIds(ids);
    if (business_ids.length === 0) return ids.map(() => UNKNOWN);
    const { businesses } = await this.entity.call(lookUpBusinesses, { body: { business_ids } });
    const here = businesses.filter(({ network_id }) => network_id === networkId);
    const known = new Map(here.map((business) => [business.business_id, business]));
    return ids.map((id) => {
      const business = known.get(id);
      return business ? foundBy(business) : UNKNOWN;
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
  ): Promise<CheckedSubject[]> {
    const { results } = await this.entity.call(checkBusinesses, {
      body: { network_ids: [networkId], businesses: identities },
    });
    return results.map(({ error }) => (error ? { error: error.detail } : FOUND));
  }

  private async checkConsumers(
    networkId: string,
    identities: readonly Identity[],
  ): Promise<CheckedSubject[]> {
    const { results } = await this.entity.call(checkConsumers, {
      body: { network_id: networkId, consumers: identities },
    });
    return results.map(({ error }) => (error ? { error: error.detail } : FOUND));
  }

  private get entity() {
    return this.services.to('entity');
  }
}

type KnownBusiness = AnswerOf<typeof lookUpBusinesses>['businesses'][number];

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
