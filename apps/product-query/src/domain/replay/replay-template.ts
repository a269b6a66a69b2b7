import { groupPartsOf, partsOf, type Template } from '@ndx/catalog';
import type { QueryEvent } from '@ndx/contracts';
import type { Judgement } from '../candidate.js';
import { decidedAt, type Decision } from '../decision/decision.js';
import {
  appliedRules,
  partRules,
  recordsOf,
  type AppliedRules,
  type PartRules,
  type RecordedQuery,
} from '../explanation/explained-query.js';
import type { TemplateRules } from '../policy/network-rules.js';
import { templateAnswer } from '../template/template-answer.js';
import type { DecidedTemplate } from '../decision/decided-template.js';
import { chooseGroups, type Choice } from '../template/choose-groups.js';
import type { TemplateInput } from '../template/read-records.js';
import { UnreadRecordError } from '../unread-candidate.js';
import type { RecordsRead } from '../simulation/section-outline.js';
import { pastCandidates, type FurnishedRecords } from './past-candidates.js';
import { selectionRules } from './replay-certificate.js';

/** A query of a template to assemble again. */
export interface PastTemplateQuery extends RecordedQuery {
  readonly event: QueryEvent;
  readonly template: Template;
  readonly decided: DecidedTemplate;
}

export interface ReplayedTemplate {
  readonly choice: Choice;
  /** The answer as JSON text; undefined where the records do not make one. */
  readonly body: string | undefined;
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  readonly judgements: readonly Judgement[];
}

/** The part of a replay that does not depend on the query. */
export interface TemplateReplay {
  /** The decrypted value. */
  readonly open: TemplateInput['open'];
  readonly records: FurnishedRecords;
  /** The parts of groups whose records were read; undefined: every one. */
  readonly read?: Pick<RecordsRead, 'has'>;
  /** The rules of each network and of the data sets of a bundle; by default those of the query. */
  readonly applied?: readonly AppliedRules[];
  readonly parts?: PartRules;
}

/** Assembles the answer to a past query of a template again (decision 0076). */
export function replayTemplate(query: PastTemplateQuery, replay: TemplateReplay): ReplayedTemplate {
  const { answer, ...rest } = templateAgain(query, replay);
  return { ...rest, body: answer && JSON.stringify(answer.body) };
}

/** The same without its text. */
export function templateAgain(query: PastTemplateQuery, replay: TemplateReplay) {
  const input = pastInput(query, replay);
  const { choice, judgements } = chooseGroups(input);
  const queryId = query.event.query_event_id;
  return { ...templateAnswer({ ...input, choice, queryId }), choice, judgements };
}

/**
 * What the answer to a past query was made of.
 * @throws UnreadRecordError when a record was not read: most answers depend on each
 */
export function pastInput(
  query: PastTemplateQuery,
  { open, records, read, applied = appliedRules(query), parts = partRules(query) }: TemplateReplay,
): TemplateInput {
  const { template, event, decided, decision } = query;
  const unread = Object.keys(decision.models).filter((part) => read?.has(part) === false);
  if (unread.length > 0) throw new UnreadRecordError(unread);
  const names = new Map(
    decided.legalNames?.map(([network, furnisher, name]) => [
      `${event.network_ids[network] ?? ''} ${decision.ids[furnisher] ?? ''}`,
      name,
    ]),
  );
  return {
    template,
    rulesByNetwork: rulesByNetwork(applied, parts),
    records: recordsIn(query, records),
    attestationOf: attestationsIn(template, decision, decided),
    legalNameOf: (networkId, furnisherId) => names.get(`${networkId} ${furnisherId}`) ?? null,
    open,
    now: decidedAt(event, decision),
  };
}

function rulesByNetwork(
  applied: readonly AppliedRules[],
  parts: PartRules,
): ReadonlyMap<string, TemplateRules> {
  const datasets = [...parts];
  return new Map(
    applied.map((own) => {
      const open = datasets.flatMap(([slug, rules]) => {
        const part = rules[own.place];
        return part ? [[slug, selectionRules(part)] as const] : [];
      });
      return [own.networkId, { ...selectionRules(own), parts: new Map(open) }];
    }),
  );
}

function recordsIn({ template, decision, ...query }: PastTemplateQuery, records: FurnishedRecords) {
  const rules = appliedRules({ decision, ...query });
  // Every part of a data set has the same candidates.
  const parts = new Map(groupPartsOf(template).map(({ name, dataset }) => [dataset, name]));
  return [...parts].flatMap(([dataset, name]) =>
    pastCandidates(
      recordsOf(decision, rules, name),
      records,
      (statement) => statement.dataset === dataset,
    ),
  );
}

function attestationsIn(
  template: Template,
  { ids, models }: Decision,
  { parts = {} }: DecidedTemplate,
): TemplateInput['attestationOf'] {
  const own = Object.values(models)
    .flat()
    .map(([, furnisher, , attestation]) => [template.id, furnisher, attestation] as const);
  const ofParts = partsOf(template).flatMap(({ id, slug }) =>
    (parts[slug]?.attestations ?? []).map(
      ([furnisher, attestation]) => [id, furnisher, attestation] as const,
    ),
  );
  const known = new Map(
    [...own, ...ofParts].map(([templateId, furnisher, attestation]) => [
      `${templateId} ${ids[furnisher] ?? ''}`,
      attestation === null ? null : (ids[attestation] ?? null),
    ]),
  );
  return (templateId, furnisherId) => known.get(`${templateId} ${furnisherId}`) ?? null;
}
