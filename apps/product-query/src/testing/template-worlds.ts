import { matchKeysOf, namedSubject, type Template } from '@ndx/catalog';
import { ConsentGranted, newId, type ConsentState } from '@ndx/contracts';
import { memberOfEach } from '@ndx/service/testing';
import type { QueryResponse, QueryService } from './query-service.js';
import { aConsumerQuery } from './requests.js';
import { templateNamed } from './template-input.js';
import { aConsumersConsent, aRecord, aWorld, type Furnished, type World } from './world.js';

/** All of its outputs are optional, so hidden values are null. */
export const ASSETS = templateNamed('total_consumer_assets');

/** All of its outputs are required. */
export const LIABILITIES = templateNamed('total_consumer_liabilities');

export const OWNS = { housing_status_own_rent: 'own', asset_type: 'house' };

let lastSsn = 100_010_000;

/** A new consumer in a new network, with operations on it. */
export class ConsumerWorld {
  readonly world: World;
  readonly ssn = (lastSsn += 1);

  constructor(private readonly service: QueryService) {
    this.world = { ...aWorld(), hash: hashOf(service, this.ssn) };
  }

  /** The same consumer in another network. */
  elsewhere(): World {
    const [networkId, subjectId] = [newId(), newId()];
    const memberships = memberOfEach('querier', this.world.networkId, networkId).memberships;
    return {
      ...this.world,
      networkId,
      subjectId,
      principal: { ...this.world.principal, memberships },
    };
  }

  identify(world: World = this.world): Promise<void> {
    return this.service.identify(world, 'consumer', world.hash);
  }

  /** The caller records a consent of the consumer, with every scope by default. */
  async consent(change: Partial<ConsentState> = {}): Promise<ConsentState> {
    const consent = aConsumersConsent(this.world, change);
    await this.service.deliver(ConsentGranted, consent);
    return consent;
  }

  furnish(
    template: Template,
    values: Readonly<Record<string, unknown>>,
    change: Partial<Furnished> = {},
  ): Promise<void> {
    const models = { [template.slug]: values };
    return this.service.furnish(
      aRecord(this.world, {
        dataset: template.slug,
        subject_type: template.subject,
        models,
        ...change,
      }),
    );
  }

  query(
    template: Template,
    { principal = this.world.principal, headers = {}, change = {} } = {},
  ): Promise<QueryResponse> {
    const body = aConsumerQuery(this.ssn, change);
    return this.service.query(principal, template.query.path, body, headers);
  }
}

/** The deciding hash: of the SSN with the date of birth. */
function hashOf({ matchHash }: QueryService, ssn: number): string {
  const [key] = matchKeysOf(namedSubject('consumer', aConsumerQuery(ssn)));
  if (!key) throw new Error('a query has an SSN and a date of birth');
  return matchHash.of(key.kind, key.value);
}

/** A consumer with a consent, with every scope by default. */
export async function aConsumer(
  service: QueryService,
  consent: Partial<ConsentState> = {},
): Promise<ConsumerWorld> {
  const consumer = new ConsumerWorld(service);
  await consumer.identify();
  await consumer.consent(consent);
  return consumer;
}

/** A consumer whose assets one furnisher has. */
export async function anOwner(
  service: QueryService,
  consent: Partial<ConsentState> = {},
): Promise<ConsumerWorld> {
  const owner = await aConsumer(service, consent);
  await owner.furnish(ASSETS, OWNS);
  return owner;
}
