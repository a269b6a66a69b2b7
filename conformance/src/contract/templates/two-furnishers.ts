import { listIn, memberOf, textIn, type Answer } from '../../http/answer.js';
import { post } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import type { SharedNetwork } from '../../kit/own-networks.js';
import { until, untilResult } from '../../kit/until.js';
import { status, type Values } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import { PATH as CHECK } from '../coverage-check.js';
import { queried } from '../kyb/business.js';
import { productIdOf } from '../products.js';
import {
  aQueriedSubject,
  consentTo,
  furnishRequest,
  namingRequest,
  queryRequest,
} from './requests.js';
import { slugOf, type FurnishContract, type QueryContract } from './template.js';

const BOTH = ['own', 'other'] as const;

/** Two institutions that furnish about one subject, in a network of both. */
export class TwoFurnishers {
  constructor(
    private readonly kit: Kit,
    readonly network: SharedNetwork,
  ) {}

  subject(template: Pick<FurnishContract, 'subject'>): Promise<Values> {
    return aQueriedSubject(this.kit, template, [this.network.networkId]);
  }

  async own(contract: FurnishContract, subject: Values, data: Values): Promise<void> {
    const { networkId } = this.network;
    await this.kit.done(furnishRequest(contract, this.kit, subject, data, networkId));
  }

  async other(contract: FurnishContract, subject: Values, data: Values): Promise<void> {
    const { networkId, otherId } = this.network;
    const own = { ...data, network_furnisher_id: otherId };
    const request = furnishRequest(contract, this.kit, subject, own, networkId);
    await this.kit.done({ ...request, as: 'other' });
  }

  /** The other institution furnishes, and its record is readable. */
  async otherReadable(
    contract: FurnishContract,
    query: QueryContract,
    subject: Values,
    data: Values,
  ): Promise<void> {
    await this.other(contract, subject, data);
    await this.readable(query, subject, this.network.otherId);
  }

  /** One or both institutions state the legal name of a business. */
  async name(subject: Values, by: readonly ('own' | 'other')[] = BOTH): Promise<void> {
    const request = namingRequest(this.kit, subject, this.network.networkId);
    for (const as of by) await this.kit.done({ ...request, as });
  }

  ask(query: QueryContract, subject: Values): Promise<Answer> {
    return this.kit.send(queryRequest(query, this.network.networkId, subject));
  }

  async answer(
    query: QueryContract,
    subject: Values,
    isAwaited?: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const answer = await untilResult(() => this.ask(query, subject), isAwaited);
    status(200)(answer);
    return answer;
  }

  /** @throws Mismatch when a coverage check does not list the furnisher within ten seconds */
  async readable(query: QueryContract, subject: Values, furnisherId: string): Promise<void> {
    const { networkId } = this.network;
    const consent_id =
      'business_legal_name' in subject
        ? await this.businessConsent(subject)
        : await consentTo(this.kit, subject, { network_id: networkId });
    const product_id = await productIdOf(this.kit, slugOf(query));
    const request = post(CHECK, { product_id, network_ids: [networkId], consent_id });
    const isListed = ({ body }: Answer) =>
      listIn(body, 'entities').some((one) => memberOf(one, 'furnishing_entity_id') === furnisherId);
    const answer = await until(() => this.kit.send(request), isListed);
    if (!isListed(answer)) throw new Mismatch(`${furnisherId} is listed`, answer.text, answer);
  }

  /** The KYB certificate of a business that a template identified. */
  async certificate(subject: Values): Promise<Answer> {
    const consent_id = await this.businessConsent(subject);
    return queried(this.kit, { network_ids: [this.network.networkId], consent_id });
  }

  private async businessConsent(subject: Values): Promise<string> {
    const registration = 'business_registration_identifier_from_jurisdiction_of_formation';
    const answer = await this.kit.send(
      post('/v1/consent/business', {
        network_id: this.network.networkId,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: {
          business_legal_name: subject['business_legal_name'],
          business_jurisdiction_of_formation: subject['business_jurisdiction_of_formation'],
          [registration]: String(subject[registration]),
        },
      }),
    );
    return textIn(answer.body, 'consent_id');
  }
}
