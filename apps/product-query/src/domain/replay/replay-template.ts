import { partsOf, type Template } from '@ndx/catalog';
import type { ModelSelection, QueryEvent } from '@ndx/contracts';
import { judgeValues, type ValueJudgement } from '../template/choose-values.js';
import { decidedAt, type Decision } from '../decision/decision.js';
import { appliedRules, partRules, type RecordedQuery } from '../explanation/explained-query.js';
import type { TemplateRules } from '../policy/network-rules.js';
import { templateAnswer } from '../template/template-answer.js';
import type { DecidedTemplate } from '../decision/decided-template.js';
import type { TemplateValue } from '../template/template-value.js';
import type { VisibleInput } from '../template/visible-values.js';
import { asRead, selectionRules, type FurnishedRecord } from './replay-certificate.js';

/** A query of a template to assemble again. */
export interface PastTemplateQuery extends RecordedQuery {
  readonly event: QueryEvent;
  readonly template: Template;
  readonly decided: DecidedTemplate;
}

export interface ReplayedTemplate {
  /** The answer as JSON text; undefined where the values do not make one. */
  readonly body: string | undefined;
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  readonly judgements: readonly ValueJudgement[];
}

/** The part of a replay that does not depend on the query. */
export interface TemplateReplay {
  /** The decrypted value. */
  readonly open: VisibleInput['open'];
  /** Records by id; the values of an absent record are absent. */
  readonly records: ReadonlyMap<string, FurnishedRecord>;
  /** Selections that replace those of the template's policy in every network. */
  readonly draft?: readonly ModelSelection[] | undefined;
}

/** Assembles the answer to a past query of a template again (decision 0076). */
export function replayTemplate(
  query: PastTemplateQuery,
  { open, records, draft }: TemplateReplay,
): ReplayedTemplate {
  const { template, event, decided, decision } = query;
  const names = new Map(
    event.network_ids.map((id, place) => [id, decided.legalNames?.[place] ?? null]),
  );
  const input: VisibleInput = {
    template,
    rulesByNetwork: rulesByNetwork(query, draft),
    values: valuesOf(query, records),
    attestationOf: attestationsIn(template, decision, decided),
    legalNameOf: ({ networkId }) => names.get(networkId) ?? null,
    open,
    now: decidedAt(event, decision),
  };
  const { choice, judgements } = judgeValues(input);
  const { answer, outputs } = templateAnswer({ ...input, choice, queryId: event.query_event_id });
  return { body: answer && JSON.stringify(answer.body), outputs, judgements };
}

function rulesByNetwork(
  query: PastTemplateQuery,
  draft: readonly ModelSelection[] | undefined,
): ReadonlyMap<string, TemplateRules> {
  const datasets = [...partRules(query)];
  return new Map(
    appliedRules(query).map((applied) => {
      const parts = datasets.flatMap(([slug, rules]) => {
        const part = rules[applied.place];
        return part ? [[slug, selectionRules(part)] as const] : [];
      });
      return [applied.networkId, { ...selectionRules(applied, draft), parts: new Map(parts) }];
    }),
  );
}

function valuesOf(
  { event, decision: { ids }, decided }: PastTemplateQuery,
  records: ReadonlyMap<string, FurnishedRecord>,
): TemplateValue[] {
  const read = (network: number, place: number, dataset: string, field: number) => {
    const record = records.get(ids[place] ?? '');
    const name = decided.fields[field] ?? '';
    const networkId = event.network_ids[network];
    if (!record || networkId === undefined) return [];
    return [
      {
        dataset,
        field: name,
        networkId,
        subjectId: record.subject_id,
        furnishingEntityId: record.furnishing_entity_id,
        recordId: record.record_id,
        furnishedAt: asRead(record.furnished_at),
        value: record.models[dataset]?.[name],
        isLarge: false,
      },
    ];
  };
  const values = Object.entries(decided.values).flatMap(([dataset, groups]) =>
    groups.flatMap(([network, , record, , , fields]) =>
      fields.flatMap((field) => read(network, record, dataset, field)),
    ),
  );
  const denials = (decided.denials ?? []).flatMap(([network, , record, dataset, field]) =>
    read(network, record, dataset, field),
  );
  return [...values, ...denials];
}

function attestationsIn(
  template: Template,
  { ids }: Decision,
  { values, parts = {} }: DecidedTemplate,
): VisibleInput['attestationOf'] {
  const own = Object.values(values)
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
