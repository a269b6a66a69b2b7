import { readsOf } from '@ndx/catalog';
import { compareText } from '../compare-text.js';
import type { DecidedTemplate } from '../decision/decided-template.js';
import { decidedRecords } from '../decision/decision.js';
import { places, type Places } from '../decision/places.js';
import type { PastTemplateQuery, ReplayedTemplate } from '../replay/replay-template.js';
import { valuesIn, type RecordReading } from '../template/read-records.js';
import { maySee } from '../template/record-terms.js';
import { termsIn, type AnswerContents } from './answer-contents.js';
import type { ShownRecord } from './shown-record.js';

/**
 * The inputs from which the answer to a query of a template is assembled again, as far as its
 * querying institution may know them. A value that only feeds a computed output is hidden.
 * @param open the decrypted value
 */
export function templateContents(
  query: PastTemplateQuery,
  replayed: ReplayedTemplate,
  open: (dataset: string, field: string, value: unknown) => unknown,
): AnswerContents {
  const { event, decision } = query;
  const isIssued = replayed.body !== undefined;
  const chosen = replayed.judgements.flatMap((judgement) =>
    isIssued && judgement.verdict === 'chosen'
      ? [{ ...judgement, candidate: { ...judgement.candidate, otherRecordId: null } }]
      : [],
  );
  const ids = places();
  const networkIds = event.networks.map(({ network_id }) => network_id);
  const models = decidedRecords(chosen, networkIds, ids);
  const template = shownDecision(query, replayed, ids);
  return {
    decision: { ...termsIn(decision), ids: ids.listed, models, template },
    records: isIssued ? shownRecords(query, replayed, open) : [],
  };
}

/** The terms of the data sets; attestations and names of the used furnishers alone. */
function shownDecision(
  { template, decided, decision }: PastTemplateQuery,
  { outputs }: ReplayedTemplate,
  { listed, placeOf }: Places,
): DecidedTemplate {
  const used = new Set(listed);
  const idAt = (place: number) => decision.ids[place] ?? '';
  const ofUsed = <T extends readonly [number, ...unknown[]]>(all: readonly T[], place: 0 | 1) =>
    all.filter((one) => used.has(idAt(Number(one[place]))));
  const parts = Object.entries(decided.parts ?? {}).map(([slug, { rules, attestations }]) => [
    slug,
    {
      rules,
      attestations: ofUsed(attestations, 0).map(([furnisher, attestation]) => [
        placeOf(idAt(furnisher)),
        placeOf(idAt(attestation)),
      ]),
    },
  ]);
  const isNamed = template.outputs.some(
    ({ name, source }) => source.kind === 'legal-name' && (outputs?.[name] ?? null) !== null,
  );
  const names = ofUsed(isNamed ? (decided.legalNames ?? []) : [], 1);
  return {
    slug: decided.slug,
    ...(names.length > 0 && {
      legalNames: names.map(([network, furnisher, name]) => [
        network,
        placeOf(idAt(furnisher)),
        name,
      ]),
    }),
    ...(decided.parts && { parts: Object.fromEntries(parts) as DecidedTemplate['parts'] }),
  };
}

function shownRecords(
  { template }: PastTemplateQuery,
  { choice }: ReplayedTemplate,
  open: Parameters<typeof templateContents>[2],
): ShownRecord[] {
  const readings = [...choice.values()].flatMap(({ readings: own }) => [...own.values()]);
  const recordIds = [...new Set(readings.map(({ known }) => known.recordId))].sort(compareText);
  return recordIds.flatMap((recordId) => {
    const own = readings.filter(({ known }) => known.recordId === recordId);
    const [first] = own;
    if (!first) return [];
    const { networkId, furnishingEntityId } = first.known;
    const visible = new Set(own.flatMap(returnedFields));
    const stored = valuesIn(first.known);
    const { dataset } = first.part;
    const values = readsOf(template)
      .filter((read) => read.dataset === dataset)
      .map(({ field }) => {
        const value = stored[field] ?? null;
        return {
          model: dataset,
          field,
          value: value === null ? null : open(dataset, field, value),
          isVisible: visible.has(field),
        };
      });
    return [{ recordId, networkId, furnishingEntityId, values }];
  });
}

/** The fields that the answer has as they were furnished. */
function returnedFields({ part, known, terms }: RecordReading): string[] {
  return part.reads
    .filter((read) => read.isReturned && maySee(terms, read, known.furnishingEntityId))
    .map(({ field }) => field);
}
