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
import type { RulesByNetwork } from '../domain/network-rules.js';
import { templateAnswer } from '../domain/template-answer.js';
import { chooseValues, visibleValues } from '../domain/visible-values.js';
import type { ProductQueryConfig } from '../product-query.config.js';
import { LargeValues } from '../storage/large-values.js';
import { QueryWriter } from '../storage/query-writer.js';
import { SecretValues } from '../storage/secret-values.js';
import { TemplateReader, type TemplateFacts } from '../storage/template-reader.js';
import { queryEventOf } from './query-event.js';
import { queryEventId as queryEventIdOf } from './query-event-id.js';
import { resolveTemplateRules } from './template-rules.js';

type Request = Readonly<Record<string, unknown>>;

/** `POST` of every template's query path (contract 4.7, design 9). */
@Injectable()
export class QueryTemplate {
  private readonly matchHash: KeyedHash;

  constructor(
    @Inject(CONFIG) private readonly config: ProductQueryConfig,
    private readonly reader: TemplateReader,
    private readonly largeValues: LargeValues,
    private readonly secrets: SecretValues,
    private readonly writer: QueryWriter,
  ) {
    this.matchHash = new KeyedHash(config.MATCH_HASH_KEY);
  }

  /**
   * @param request of the template's query shape
   * @param named the network and the purpose from the headers
   * @throws PERMISSION_DENIED; a rejected query stores nothing
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
    const networkIds = queriedNetworks(principal, named.networkId);
    const facts = await this.reader.read({
      networkIds,
      matchHashes: this.hashesOf(namedIn(template, request, countriesOf(principal, networkIds))),
      template,
      entityId: principal.entity_id,
      furnishingEntityIds: [],
    });
    const { now } = facts;
    const rulesByNetwork = resolveTemplateRules(
      { principal, template, networkIds, purpose, now },
      facts,
    );
    const queryEventId = queryEventIdOf(now, this.config.IDEMPOTENCY_KEEP_HOURS);
    const result = await this.answerFrom(facts, { template, rulesByNetwork, queryEventId, now });
    const event = queryEventOf({
      queryEventId,
      principal,
      dataset: template,
      environment: this.config.ENVIRONMENT,
      networkIds: [...rulesByNetwork.keys()],
      rules: rulesByNetwork,
      purpose,
      subjectId: subjectIn(rulesByNetwork, facts),
      furnishingEntityIds: result?.furnishingEntityIds ?? [],
      certificateId: null,
      outcome: result ? 'issued' : 'no_result',
      now,
    });
    return this.writer.write(event, result && JSON.stringify(result.body));
  }

  private async answerFrom(
    { values, isAttested, legalNameOf }: TemplateFacts,
    query: {
      readonly template: Template;
      readonly rulesByNetwork: RulesByNetwork;
      readonly queryEventId: string;
      readonly now: number;
    },
  ) {
    const { open } = this.secrets;
    const input = { ...query, values, isAttested, legalNameOf, open, queryId: query.queryEventId };
    const choice = await this.largeValues.fill(chooseValues(visibleValues(input)));
    return templateAnswer({ ...input, choice });
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
    throw invalid(`${field}: must be ${JURISDICTION_FORMS}`);
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
  if (networks.length === 0) throw denied('the institution is not a querier in any network');
  return networks;
}

/** The subject's id in the first network that has it. */
function subjectIn(rulesByNetwork: RulesByNetwork, { subjects }: TemplateFacts): string | null {
  const ids = new Map(subjects.map(({ networkId, subjectId }) => [networkId, subjectId]));
  return [...rulesByNetwork.keys()].flatMap((networkId) => ids.get(networkId) ?? [])[0] ?? null;
}
