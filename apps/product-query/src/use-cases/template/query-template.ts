import {
  JURISDICTION_FORMS,
  matchKeysOf,
  namedSubject,
  type NamedBusiness,
  type NamedConsumer,
  type Template,
} from '@ndx/catalog';
import {
  clockOffsetMs,
  countriesOf,
  denied,
  invalid,
  networksWithRole,
  operationFailed,
  requireRole,
  type PermissiblePurpose,
  type Principal,
} from '@ndx/contracts';
import { CONFIG, currentPrincipal, type Answer } from '@ndx/service';
import { KeyedHash } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import { chooseGroups } from '../../domain/template/choose-groups.js';
import { movedClock } from '../../domain/decision/decision.js';
import type { OmittedNetwork, RulesByNetwork } from '../../domain/policy/network-rules.js';
import { templateAnswer, type AnswerInput } from '../../domain/template/template-answer.js';
import { templateDecisionOf } from '../../domain/decision/template-decision.js';
import type { ProductQueryConfig } from '../../product-query.config.js';
import { SecretValues } from '../../storage/secret-values.js';
import { TemplateReader, type TemplateFacts } from '../../storage/template-reader.js';
import { Uploads } from '../../storage/uploads.js';
import { AnswerHash } from './answer-hash.js';
import { queryEventOf } from '../query-events/query-event.js';
import { queryEventId as queryEventIdOf } from '../query-events/query-event-id.js';
import { RecordQuery } from '../query-events/record-query.js';
import { resolveTemplateRules } from './template-rules.js';

type Request = Readonly<Record<string, unknown>>;

/** How often a query begins again because a chosen record was replaced before its uploads were read. */
const MOST_READS = 5;

/** `POST` of every template's query path (contract 4.7, design 9). */
@Injectable()
export class QueryTemplate {
  private readonly matchHash: KeyedHash;

  constructor(
    @Inject(CONFIG) private readonly config: ProductQueryConfig,
    private readonly reader: TemplateReader,
    private readonly uploads: Uploads,
    private readonly secrets: SecretValues,
    private readonly answerHash: AnswerHash,
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
    for (let read = 0; read < MOST_READS; read += 1) {
      const answer = await this.queryOnce(principal, template, request, named);
      if (answer) return answer;
    }
    throw operationFailed(
      'service_unavailable',
      'the furnished records were replaced during the query',
    );
  }

  /** Undefined when a chosen record was replaced during the query. */
  private async queryOnce(
    principal: Principal,
    template: Template,
    request: Request,
    named: Parameters<QueryTemplate['query']>[3],
  ): Promise<Answer | undefined> {
    const { purpose } = named;
    const networkIds = queriedNetworks(principal, named.networkId);
    const facts = await this.reader.read({
      networkIds,
      matchHashes: this.hashesOf(namedIn(template, request, countriesOf(principal, networkIds))),
      template,
      entityId: principal.entity_id,
      accountId: principal.account_id,
      clockOffsetSeconds: principal.clock_offset_seconds,
      furnishingEntityIds: [],
    });
    const current = currentPrincipal(principal, facts.caller);
    // It lost a role after the gateway had resolved it: the other networks may be left.
    if (current !== principal) return this.query(current, template, request, named);
    const now = facts.now + clockOffsetMs(principal);
    const { rulesByNetwork, omitted } = resolveTemplateRules(
      { principal, template, networkIds, purpose, now },
      facts,
    );
    const queryEventId = queryEventIdOf(facts.now, this.config.IDEMPOTENCY_KEEP_HOURS);
    const decided = await this.decide(facts, {
      template,
      rulesByNetwork,
      omitted,
      queryId: queryEventId,
      now,
    });
    if (!decided) return undefined;
    const { answer, decision } = decided;
    const event = queryEventOf({
      queryEventId,
      principal,
      dataset: template,
      environment: this.config.ENVIRONMENT,
      networkIds: [...rulesByNetwork.keys()],
      rules: rulesByNetwork,
      purpose,
      subjectId: subjectIn(rulesByNetwork, facts),
      furnishingEntityIds: answer?.furnishingEntityIds ?? [],
      certificateId: null,
      outcome: answer ? 'issued' : 'no_result',
      now: facts.now,
    });
    return this.recordQuery.record(event, answer?.text, {
      decision: { ...decision, ...movedClock(principal) },
    });
  }

  /** The answer as JSON text, and how it was decided; undefined when a record was replaced meanwhile. */
  private async decide(
    { records, subjects, attestationOf, legalNameOf }: TemplateFacts,
    query: Pick<AnswerInput, 'template' | 'queryId' | 'now'> & {
      readonly rulesByNetwork: RulesByNetwork;
      readonly omitted: readonly OmittedNetwork[];
    },
  ) {
    const { open } = this.secrets;
    const input = { ...query, records, attestationOf, legalNameOf, open };
    const judged = chooseGroups(input);
    const choice = await this.uploads.fill(judged.choice, subjects);
    if (!choice) return undefined;
    const { answer, outputs } = templateAnswer({ ...input, choice });
    const text = answer && JSON.stringify(answer.body);
    const decision = templateDecisionOf({
      ...input,
      ...judged,
      outputs,
      furnishingEntityIds: [],
      answerHash: text && this.answerHash.of(text),
    });
    return { answer: answer && { ...answer, text }, decision };
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

/** The subject's id in the first network that has it. */
function subjectIn(rulesByNetwork: RulesByNetwork, { subjects }: TemplateFacts): string | null {
  const ids = new Map(subjects.map(({ networkId, subjectId }) => [networkId, subjectId]));
  return [...rulesByNetwork.keys()].flatMap((networkId) => ids.get(networkId) ?? [])[0] ?? null;
}
