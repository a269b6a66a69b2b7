import { exampleOf, templateBySlug, type Field, type Read, type Template } from '@ndx/catalog';
import { byOrigin } from '../by-origin.js';
import { fieldSelectionOf, selectionOf } from '../policy/querying-policy.js';
import { visibleDisputes } from '../open-dispute.js';
import {
  readRecords,
  valuesIn,
  type RecordReading,
  type TemplateInput,
} from '../template/read-records.js';
import { consentHides, isOpenFor, type Terms } from '../template/record-terms.js';
import { madeUpValue, type Scalar } from './made-up-values.js';

type TimeOf = (time: number) => string;

/** The data of a furnished record that no consent hides. */
export interface PastTemplateRecord {
  readonly recordId: string;
  readonly furnishingEntityId: string;
  /** The slug under which it was furnished. */
  readonly dataset: string;
  readonly isAttested: boolean;
  /** Whether it is disputed, or its furnisher had left. */
  readonly isUnsupported: boolean;
  /** Milliseconds since the epoch: of furnishing, and the stated ones of verification. */
  readonly times: readonly number[];
  readonly furnishedAt: number;
  /** The name of the business that its furnisher stated; null where it is absent or hidden. */
  readonly legalName: string | null;
  /** The data with made-up values. */
  readonly madeUp: (timeOf: TimeOf) => Readonly<Record<string, unknown>>;
}

/**
 * The records that a query of a template considered, by record id. A record of which a consent hides
 * everything is not listed.
 */
export function pastTemplateRecords(input: TemplateInput): PastTemplateRecord[] {
  const readings = readRecords(input);
  const datasets = [...new Set(readings.map(({ part }) => part.dataset))];
  const records = datasets.flatMap((dataset) => {
    const own = readings.filter(({ part }) => part.dataset === dataset);
    return byOrigin(own, ({ known }) => known).flatMap((one) => recordFrom(input, one));
  });
  return records.sort((a, b) => (a.recordId < b.recordId ? -1 : 1));
}

function recordFrom(
  input: TemplateInput,
  readings: readonly RecordReading[],
): readonly PastTemplateRecord[] {
  const [first] = readings;
  const source = first && templateBySlug(first.part.dataset);
  if (!first || !source) return [];
  const { known, part } = first;
  const { recordId, furnishingEntityId, furnishedAt, hasLeft = false } = known;
  const stored = valuesIn(known);
  const visible = readings.flatMap(({ part: { reads }, terms }) =>
    reads.filter((read) => isConsented(terms, read, furnishingEntityId)),
  );
  const stated = new Map(visible.map((read) => [read.field, stored[read.field] ?? null]));
  if ([...stated.values()].every((value) => value === null)) return [];
  const names = new Set(visible.flatMap(({ field, governedBy }) => [field, governedBy]));
  const disputes = visibleDisputes(known.disputes, recordId, (name) => names.has(name));
  return [
    {
      ...{ recordId, furnishingEntityId, furnishedAt, dataset: part.dataset },
      isAttested: isAttestedIn(input, source, furnishingEntityId),
      isUnsupported: hasLeft || disputes.length > 0,
      times: [furnishedAt, ...timesIn(source, stated)],
      legalName: legalNameIn(input, known),
      madeUp: (timeOf) => madeUpData(input, { source, first, visible, stated, timeOf }),
    },
  ];
}

function isConsented(terms: readonly Terms[], read: Read, furnisherId: string): boolean {
  return terms.length > 0 && terms.every((one) => !consentHides(one, read, furnisherId));
}

function isAttestedIn({ template, attestationOf }: TemplateInput, source: Template, id: string) {
  return [template, source].some((one) => attestationOf(one.id, id) !== null);
}

function timesIn({ furnish }: Template, stated: ReadonlyMap<string, unknown>): number[] {
  return (furnish?.data ?? []).flatMap(({ name, type }) => {
    const value = stated.get(name);
    return type === 'date-time' && typeof value === 'string' ? [Date.parse(value)] : [];
  });
}

function legalNameIn(input: TemplateInput, known: RecordReading['known']): string | null {
  const output = input.template.outputs.find(({ source }) => source.kind === 'legal-name');
  if (!output || !isOpenFor(input, output, known)) return null;
  return input.legalNameOf(known.networkId, known.furnishingEntityId);
}

interface StatedData {
  readonly source: Template;
  readonly first: RecordReading;
  readonly visible: readonly Read[];
  /** By field that no consent hides. */
  readonly stated: ReadonlyMap<string, unknown>;
  readonly timeOf: TimeOf;
}

/** Every table of status words has them. */
const STATUS_WORDS = ['false', 'true'];

function isComputedFrom({ outputs }: Template, dataset: string, field: string): boolean {
  return outputs.some(
    ({ source }) =>
      source.kind === 'derived' &&
      source.from.some((one) => one.dataset === dataset && one.field === field),
  );
}

/** Required fields that a consent hides have the example of the catalogue. */
function madeUpData(
  { template, open }: TemplateInput,
  { source, first: { known, terms }, visible, stated, timeOf }: StatedData,
): Readonly<Record<string, unknown>> {
  const valueOf = (field: Field): unknown => {
    const value = stated.get(field.name) ?? null;
    if (field.type === 'date-time') {
      const time = typeof value === 'string' ? Date.parse(value) : known.furnishedAt;
      return value === null && !field.required ? null : timeOf(time);
    }
    const example = field.required ? exampleOf(field) : null;
    if (value === null) return example;
    const read = visible.find((one) => one.field === field.name);
    const accepted = read ? acceptedBy(terms, read) : null;
    const words = isComputedFrom(template, source.slug, field.name) ? STATUS_WORDS : [];
    return madeUpValue(field, open(source.slug, field.name, value), accepted, words) ?? example;
  };
  const values = (source.furnish?.data ?? []).flatMap((field) => {
    const value = valueOf(field);
    return value === null ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(values);
}

/** The values of a returned field that the policies accept; null: any. */
function acceptedBy(terms: readonly Terms[], read: Read): readonly Scalar[] | null {
  const lists = terms.flatMap((one) => {
    const rule = fieldSelectionOf(selectionOf(one.policy, one.template.slug), one.nameOf(read));
    return one.isReturned(read) && rule?.accepted_values ? [rule.accepted_values] : [];
  });
  const [first] = lists;
  if (!first) return null;
  return first.filter((value) => lists.every((list) => list.includes(value)));
}
