import { relateBusinesses, resolveBusinesses, resolveConsumers } from '@ndx/api';
import { ServiceClients } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { NamedSubject } from '../domain/candidate.js';

/** A subject's id in the network, or the error; undefined for an unknown id. */
export type FoundSubject = { readonly id: string } | { readonly error: string } | undefined;

/** Resolves the subjects of records in the entity service (design 5). */
@Injectable()
export class SubjectDirectory {
  constructor(private readonly services: ServiceClients) {}

  /** Finds by id, matches or creates every subject, in order; one call for ids, one for identities. */
  async find(networkId: string, subjects: readonly NamedSubject[]): Promise<FoundSubject[]> {
    const found = new Map<NamedSubject, FoundSubject>();
    const keep = (named: readonly NamedSubject[], answers: readonly FoundSubject[]) => {
      if (answers.length !== named.length)
        throw new Error('entity did not answer for each subject');
      named.forEach((subject, place) => found.set(subject, answers[place]));
    };
    const byId = subjects.filter((subject) => 'id' in subject);
    const identified = subjects.filter((subject) => 'identity' in subject);
    const businesses = identified.filter(({ kind }) => kind === 'business');
    const consumers = identified.filter(({ kind }) => kind === 'consumer');
    await Promise.all([
      this.relateBusinesses(networkId, byId).then((answers) => keep(byId, answers)),
      this.resolveBusinesses(networkId, businesses).then((answers) => keep(businesses, answers)),
      this.resolveConsumers(networkId, consumers).then((answers) => keep(consumers, answers)),
    ]);
    return subjects.map((subject) => found.get(subject));
  }

  private async relateBusinesses(
    networkId: string,
    named: readonly { readonly id: string }[],
  ): Promise<FoundSubject[]> {
    // Entity rejects the whole request for an invalid UUID, so invalid ids are treated as unknown
    // here.
    const ids = [...new Set(named.map(({ id }) => id))].filter((id) => isUUID(id));
    if (ids.length === 0) return named.map(() => undefined);
    const { businesses } = await this.services
      .to('entity')
      .call(relateBusinesses, { body: { network_id: networkId, business_ids: ids } });
    const known = new Set(businesses.map((b) => b.business_id));
    return named.map(({ id }) => (known.has(id) ? { id } : undefined));
  }

  private async resolveBusinesses(
    networkId: string,
    named: readonly { readonly identity: object }[],
  ): Promise<FoundSubject[]> {
    if (named.length === 0) return [];
    const { businesses } = await this.services.to('entity').call(resolveBusinesses, {
      body: {
        network_ids: [networkId],
        businesses: named.map(({ identity }) => ({ ...identity })),
      },
    });
    return businesses.map((answer) =>
      'error' in answer ? { error: answer.error.detail } : { id: answer.business_id },
    );
  }

  private async resolveConsumers(
    networkId: string,
    named: readonly { readonly identity: object }[],
  ): Promise<FoundSubject[]> {
    if (named.length === 0) return [];
    const { consumers } = await this.services.to('entity').call(resolveConsumers, {
      body: { network_id: networkId, consumers: named.map(({ identity }) => ({ ...identity })) },
    });
    return consumers.map((answer) =>
      'error' in answer ? { error: answer.error.detail } : { id: answer.consumer_id },
    );
  }
}
