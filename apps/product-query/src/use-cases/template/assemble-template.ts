import type { Template } from '@ndx/catalog';
import {
  clockOffsetMs,
  operationFailed,
  type PermissiblePurpose,
  type Principal,
} from '@ndx/contracts';
import { currentPrincipal } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { movedClock, type Decision } from '../../domain/decision/decision.js';
import { templateDecisionOf } from '../../domain/decision/template-decision.js';
import type { OmittedNetwork, RulesByNetwork } from '../../domain/policy/network-rules.js';
import { documentsInAnswer } from '../../domain/released-documents.js';
import { chooseGroups } from '../../domain/template/choose-groups.js';
import {
  templateAnswer,
  type AnswerInput,
  type TemplateAnswer,
} from '../../domain/template/template-answer.js';
import { resolveTemplateRules } from '../../domain/template/template-rules.js';
import { SecretValues } from '../../storage/secret-values.js';
import { TemplateReader, type TemplateFacts } from '../../storage/template-reader.js';
import { Uploads } from '../../storage/uploads.js';
import { AnswerHash } from './answer-hash.js';

/** The networks that a query reads, and the identifiers of its subject there. */
export interface TemplateQuestion {
  readonly networkIds: readonly string[];
  /** In order of precedence. */
  readonly matchHashes: readonly string[];
}

export interface TemplateQuery {
  readonly template: Template;
  /** The question of a caller. @throws PERMISSION_DENIED when it may query no network */
  readonly questionOf: (caller: Principal) => TemplateQuestion;
  readonly purpose: PermissiblePurpose | undefined;
  /** @param readAt milliseconds since the epoch */
  readonly queryIdOf: (readAt: number) => string;
}

/** The answer to a query of a template, and how it was decided. */
export interface AssembledTemplate {
  readonly queryId: string;
  readonly question: TemplateQuestion;
  /** The database's time of the read, in milliseconds. */
  readonly readAt: number;
  readonly rulesByNetwork: RulesByNetwork;
  /** The subject's id in the first network that has it. */
  readonly subjectId: string | null;
  /** With its JSON text; undefined when no result satisfies the policies. */
  readonly answer: (TemplateAnswer & { readonly text: string }) | undefined;
  readonly decision: Decision;
}

/** How often a query begins again because a chosen record was replaced before its uploads were read. */
const MOST_READS = 5;

/** Assembles the answer to a query of a template. */
@Injectable()
export class AssembleTemplate {
  constructor(
    private readonly reader: TemplateReader,
    private readonly uploads: Uploads,
    private readonly secrets: SecretValues,
    private readonly answerHash: AnswerHash,
  ) {}

  /** @throws PERMISSION_DENIED, OPERATION_FAILED */
  async assemble(principal: Principal, query: TemplateQuery): Promise<AssembledTemplate> {
    for (let read = 0; read < MOST_READS; read += 1) {
      const assembled = await this.assembleOnce(principal, query);
      if (assembled) return assembled;
    }
    throw operationFailed(
      'service_unavailable',
      'the furnished records were replaced during the query',
    );
  }

  /** Undefined when a chosen record was replaced during the query. */
  private async assembleOnce(
    principal: Principal,
    query: TemplateQuery,
  ): Promise<AssembledTemplate | undefined> {
    const { template, purpose } = query;
    const question = query.questionOf(principal);
    const { networkIds } = question;
    const facts = await this.reader.read({
      ...question,
      template,
      entityId: principal.entity_id,
      accountId: principal.account_id,
      clockOffsetSeconds: principal.clock_offset_seconds,
      furnishingEntityIds: [],
    });
    const current = currentPrincipal(principal, facts.caller);
    // It lost a role after the gateway had resolved it: the other networks may be left.
    if (current !== principal) return this.assemble(current, query);
    const { now: readAt } = facts;
    const now = readAt + clockOffsetMs(principal);
    const { rulesByNetwork, omitted } = resolveTemplateRules(
      { principal, template, networkIds, purpose, now },
      facts,
    );
    const queryId = query.queryIdOf(readAt);
    const decided = await this.decide(facts, { template, rulesByNetwork, omitted, queryId, now });
    if (!decided) return undefined;
    const { answer, decision } = decided;
    return {
      queryId,
      question,
      readAt,
      rulesByNetwork,
      subjectId: subjectIn(rulesByNetwork, facts),
      answer,
      decision: { ...decision, ...movedClock(principal) },
    };
  }

  /** Undefined when a record was replaced meanwhile. */
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
    const issued = answer && { ...answer, text: JSON.stringify(answer.body) };
    const decision = templateDecisionOf({
      ...input,
      ...judged,
      outputs,
      furnishingEntityIds: [],
      answerHash: issued && this.answerHash.of(issued.text),
      documents: issued && documentsInAnswer(query.template, choice, issued.body),
    });
    return { answer: issued, decision };
  }
}

function subjectIn(rulesByNetwork: RulesByNetwork, { subjects }: TemplateFacts): string | null {
  const ids = new Map(subjects.map(({ networkId, subjectId }) => [networkId, subjectId]));
  return [...rulesByNetwork.keys()].flatMap((networkId) => ids.get(networkId) ?? [])[0] ?? null;
}
