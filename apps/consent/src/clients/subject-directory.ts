import { lookUpBusinesses, lookUpConsumers, resolveBusinesses, resolveConsumers } from '@ndx/api';
import { countriesOf, invalid, notFound, type Principal } from '@ndx/contracts';
import { ServiceClients } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import type { ConsentSubject } from '../domain/consent-change.js';
import { IdentityMatcher } from './identity-matcher.js';

/** Finds and creates the subjects of consents in the entity service (design 5). */
@Injectable()
export class SubjectDirectory {
  constructor(
    private readonly services: ServiceClients,
    private readonly matcher: IdentityMatcher,
  ) {}

  /** Matches or creates the consumer. @throws VALIDATION_ERROR when the identity is invalid */
  async resolveConsumer(networkId: string, identity: object): Promise<ConsentSubject> {
    const answer = await this.services
      .to('entity')
      .call(resolveConsumers, { body: { network_id: networkId, consumers: [{ ...identity }] } });
    const consumer = resolved(answer.consumers);
    return { id: consumer.consumer_id, matchHashes: consumer.match_hashes };
  }

  /**
   * @throws RESOURCE_NOT_FOUND when the network has no such consumer, VALIDATION_ERROR when the
   *   identity belongs to another one
   */
  async linkConsumer(networkId: string, id: string, identity: object): Promise<ConsentSubject> {
    const { consumers } = await this.services
      .to('entity')
      .call(lookUpConsumers, { body: { consumer_ids: [id] } });
    const consumer = consumers.find((found) => found.network_id === networkId);
    if (!consumer) throw notFound('subject_not_found', 'consumer not found');
    const subject = { id: consumer.consumer_id, matchHashes: consumer.match_hashes };
    this.matcher.requireSame('consumer', subject, identity, []);
    // The institution states what the identity says of the consumer, as without the id.
    const claim = { ...identity, consumer_id: id };
    const stated = await this.services
      .to('entity')
      .call(resolveConsumers, { body: { network_id: networkId, consumers: [claim] } });
    resolved(stated.consumers);
    return subject;
  }

  /** Matches the business in any of the networks; otherwise creates it in the first network. */
  async resolveBusiness(
    networkIds: readonly [string, ...string[]],
    identity: object,
  ): Promise<ConsentSubject> {
    const answer = await this.services.to('entity').call(resolveBusinesses, {
      body: { network_ids: networkIds, businesses: [{ ...identity }] },
    });
    const business = resolved(answer.businesses);
    return { id: business.business_id, matchHashes: business.match_hashes };
  }

  /**
   * @throws RESOURCE_NOT_FOUND when no network has the business, VALIDATION_ERROR when the identity
   *   belongs to another one
   */
  async linkBusiness(
    principal: Principal,
    networkIds: readonly string[],
    id: string,
    identity: object,
  ): Promise<ConsentSubject> {
    const { businesses } = await this.services
      .to('entity')
      .call(lookUpBusinesses, { body: { business_ids: [id] } });
    const business = businesses.find((found) => networkIds.includes(found.network_id));
    if (!business) throw notFound('subject_not_found', 'business not found');
    const subject = { id: business.business_id, matchHashes: business.match_hashes };
    const countries = countriesOf(principal, [business.network_id]);
    this.matcher.requireSame('business', subject, identity, countries);
    const claim = { ...identity, business_id: id };
    const stated = await this.services.to('entity').call(resolveBusinesses, {
      body: { network_ids: [business.network_id], businesses: [claim] },
    });
    resolved(stated.businesses);
    return subject;
  }
}

function resolved<R extends object>(
  answers: readonly (R | { readonly error: { readonly detail: string } })[],
): R {
  const [answer] = answers;
  if (answer === undefined) throw new Error('entity answered for no identity');
  if ('error' in answer) throw invalid('subject_mismatch', answer.error.detail);
  return answer;
}
