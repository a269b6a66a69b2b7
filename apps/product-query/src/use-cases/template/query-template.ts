import {
  JURISDICTION_FORMS,
  matchKeysOf,
  namedSubject,
  type NamedBusiness,
  type NamedConsumer,
  type Template,
} from '@ndx/catalog';
import {
  countriesOf,
  denied,
  invalid,
  networksWithRole,
  requireRole,
  type PermissiblePurpose,
  type Principal,
} from '@ndx/contracts';
import { CONFIG, type Answer } from '@ndx/service';
import { KeyedHash } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import type { ProductQueryConfig } from '../../product-query.config.js';
import { noResultReason } from '../query-events/no-result-reason.js';
import { queryEventOf } from '../query-events/query-event.js';
import { queryEventId } from '../query-events/query-event-id.js';
import { RecordQuery } from '../query-events/record-query.js';
import { AssembleTemplate } from './assemble-template.js';

type Request = Readonly<Record<string, unknown>>;

/** `POST` of every template's query path (contract 4.7, design 9). */
@Injectable()
export class QueryTemplate {
  private readonly matchHash: KeyedHash;

  constructor(
    @Inject(CONFIG) private readonly config: ProductQueryConfig,
    private readonly template: AssembleTemplate,
    private readonly recordQuery: RecordQuery,
  ) {
    this.matchHash = new KeyedHash(config.MATCH_HASH_KEY);
  }

  /**
   * @param request of the template's query shape
   * @param named the network and the purpose from the headers
   * @throws PERMISSION_DENIED, OPERATION_FAILED; a rejected query stores nothing
   */
  async query(
    principal: Principal,
    template: Template,
    request: Request,
    named: {
      readonly networkId: string | undefined;
      readonly purpose: PermissiblePurpose | undefined;
    },
  ): Promise<Answer> {
    const { purpose } = named;
    const { answer, decision, question, ...assembled } = await this.template.assemble(principal, {
      template,
      purpose,
      questionOf: (caller) => {
        const networkIds = queriedNetworks(caller, named.networkId);
        const subject = namedIn(template, request, countriesOf(caller, networkIds));
        return { networkIds, matchHashes: this.hashesOf(subject) };
      },
      queryIdOf: (readAt) => queryEventId(readAt, this.config.IDEMPOTENCY_KEEP_HOURS),
    });
    const { queryId, rulesByNetwork, subjectId, readAt } = assembled;
    const event = queryEventOf({
      queryEventId: queryId,
      principal,
      dataset: template,
      environment: this.config.ENVIRONMENT,
      networkIds: [...rulesByNetwork.keys()],
      rules: rulesByNetwork,
      purpose,
      subjectId,
      furnishingEntityIds: answer?.furnishingEntityIds ?? [],
      certificateId: null,
      outcome: answer ? 'issued' : 'no_result',
      now: readAt,
    });
    const asked = { hashes: question.matchHashes };
    const reason = noResultReason(event, decision, rulesByNetwork);
    return this.recordQuery.record(event, answer?.text, { decision, asked, reason });
  }

  /** The hash of highest precedence. */
  private hashesOf(named: NamedConsumer | NamedBusiness): string[] {
    return matchKeysOf(named).map(({ kind, value }) => this.matchHash.of(kind, value));
  }
}

/**
 * @throws VALIDATION_ERROR for a jurisdiction that the queried networks do not have, or map
 *   differently
 */
function namedIn(
  { subject }: Template,
  request: Request,
  countries: readonly string[],
): NamedConsumer | NamedBusiness {
  const named = namedSubject(subject, request, countries);
  const field = 'business_jurisdiction_of_formation';
  if (named.subject === 'business' && named[field] === null) {
    throw invalid('invalid_value', `${field}: must be ${JURISDICTION_FORMS}`);
  }
  return named;
}

/** The named network, else every network in which the caller is a querier (design 8). */
function queriedNetworks(principal: Principal, named: string | undefined): readonly string[] {
  if (named !== undefined) {
    requireRole(principal, named, 'querier');
    return [named];
  }
  const networks = networksWithRole(principal, 'querier');
  if (networks.length === 0)
    throw denied('role_missing', 'the institution is not a querier in any network');
  return networks;
}
