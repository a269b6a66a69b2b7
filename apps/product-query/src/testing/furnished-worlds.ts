import {
  everyReadOf,
  modelsOf,
  partsOf,
  templateBySlug,
  TEMPLATES,
  type Template,
} from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import fc, { type Arbitrary } from 'fast-check';
import type { Candidate } from '../domain/candidate.js';
import { compareText } from '../domain/compare-text.js';
import { statementsOf, type FurnishedRecord } from '../domain/statements.js';
import { aConsent, aField, aPolicy, aSelection, DAY, id, NETWORK, NOW } from './builders.js';
import { aPart, anInput, type Setting } from './template-input.js';
import { stating } from './world.js';

/** The furnishers of these worlds. */
export const BANKS = [id(20), id(21), id(22)] as const;

/** A random record of a data set; values are the same in few variants, so that records can tie. */
export interface WorldRecord {
  readonly bank: number;
  readonly dataset: string;
  readonly furnishedDaysAgo: number;
  readonly performedDaysAgo: number;
  /** The variant of each furnished field in order; null where it is not stated. */
  readonly variants: readonly (number | null)[];
  /** The variant of the legal name with which it names a business; null without one. */
  readonly name: number | null;
}

export interface WorldRules {
  readonly hidden: readonly string[];
  readonly withheld: readonly string[];
  readonly sources: readonly number[];
  readonly attested: readonly number[];
  readonly selection: {
    readonly attestation_required: boolean;
    readonly max_age_days: number | null;
    readonly is_enabled: boolean;
  };
  readonly partSelection: WorldRules['selection'];
  readonly fields: readonly {
    readonly name: string;
    readonly isEnabled: boolean;
    readonly isRequired: boolean;
    readonly accepted: number | null;
  }[];
}

const often = <T>(value: T, other: Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const BANK = fc.nat(BANKS.length - 1);

/** Records of the data sets that a template reads: mostly complete ones. */
export function recordsFor(template: Template): Arbitrary<WorldRecord> {
  const datasets = [template, ...partsOf(template)].filter(({ furnish }) => furnish !== null);
  return fc.constantFrom(...datasets).chain(({ slug, furnish }) => {
    const count = furnish?.data.length ?? 0;
    const variant = often<number | null>(0, fc.constantFrom(1, 2, null));
    return fc.record({
      bank: BANK,
      dataset: fc.constant(slug),
      furnishedDaysAgo: fc.integer({ min: 1, max: 6 }),
      performedDaysAgo: fc.integer({ min: 1, max: 60 }),
      variants: fc.oneof(
        {
          weight: 3,
          arbitrary: fc.constantFrom(0, 0, 1).map((all) => Array<number>(count).fill(all)),
        },
        { weight: 1, arbitrary: fc.array(variant, { minLength: count, maxLength: count }) },
      ),
      name: variant,
    });
  });
}

const SELECTION: Arbitrary<WorldRules['selection']> = fc.record({
  attestation_required: often(false, fc.boolean()),
  max_age_days: often<number | null>(null, fc.constantFrom(2, 30)),
  is_enabled: often(true, fc.boolean()),
});

export function rulesFor(template: Template): Arbitrary<WorldRules> {
  const names = modelsOf(template).flatMap(({ fields }) => fields);
  const few = often<readonly string[]>([], fc.subarray(names, { maxLength: 2 }));
  return fc.record({
    hidden: few,
    withheld: few,
    sources: often<readonly number[]>([], fc.shuffledSubarray([...BANKS.keys()])),
    attested: fc.subarray([...BANKS.keys()]),
    selection: SELECTION,
    partSelection: SELECTION,
    fields: fc.subarray(names, { maxLength: 2 }).chain((chosen) =>
      fc.tuple(
        ...chosen.map((name) =>
          fc.record({
            name: fc.constant(name),
            isEnabled: often(true, fc.boolean()),
            isRequired: fc.boolean(),
            accepted: often<number | null>(null, fc.constantFrom(0, 1)),
          }),
        ),
      ),
    ),
  });
}

/** One of three values of a field: an approving word, another one, an unknown one. */
export function valueOf(dataset: string, name: string, variant: number, daysAgo: number): unknown {
  const field = templateBySlug(dataset)?.furnish?.data.find((one) => one.name === name);
  if (field?.type === 'boolean') return variant === 0;
  if (field?.type === 'string[]') return [`value ${variant}`];
  if (field?.type === 'date-time') return new Date(NOW - daysAgo * DAY).toISOString();
  if (field?.type === 'registration-number' || field?.type === 'postal-code')
    return 1_000 + variant;
  return WORDS.find(([end]) => name.endsWith(end))?.[1][variant] ?? `${variant + 1}.00`;
}

const WORDS: readonly (readonly [string, readonly string[]])[] = [
  ['delinquency_status', ['current', '30 days', 'see report']],
  ['past_due_accounts_', ['false', 'true', 'see report']],
  ['overall_status', ['verified', 'failed', 'pending']],
  ['source_consistency', ['consistent', 'mismatch', 'aborted by reviewer']],
  ['verification_method_type', ['utility bill', 'none', 'something']],
  ['image_quality', ['high', 'low', 'something']],
  ['artifact_type', ['selfie', 'none', 'something']],
  ['document_type', ['passport', 'rejected', 'something']],
  ['capture_method_type', ['video', 'aborted', 'something']],
  ['evidence_clarity', ['clear', 'spoof', 'spoof detected, review aborted']],
];

/** A furnished record; its id is its place, so that a later one has a higher id. */
export function furnished(record: WorldRecord, place: number): FurnishedRecord {
  const { dataset, bank, furnishedDaysAgo, performedDaysAgo, variants, name } = record;
  const template = templateBySlug(dataset);
  const values = (template?.furnish?.data ?? []).flatMap(({ name }, index) => {
    const variant = variants[index] ?? null;
    return variant === null ? [] : [[name, valueOf(dataset, name, variant, performedDaysAgo)]];
  });
  return {
    record_id: id(1_000 + place),
    network_id: NETWORK,
    dataset,
    subject_type: template?.subject ?? 'consumer',
    subject_id: id(80),
    furnishing_entity_id: BANKS[bank] ?? '',
    furnished_at: new Date(NOW - furnishedDaysAgo * DAY).toISOString(),
    stated_business:
      template?.subject === 'business' && name !== null
        ? stating(`Name ${String(name)} of bank ${String(bank)}`)
        : null,
    models: { [dataset]: Object.fromEntries(values) as Record<string, unknown> },
  };
}

/** The newest record of each furnisher, as product-query's read model has them. */
export function candidatesOf(
  records: readonly FurnishedRecord[],
  dataset: (statement: { dataset: string; model: string }) => string | undefined,
): Candidate[] {
  const all = records.flatMap((record) =>
    statementsOf(record).flatMap((statement): Candidate[] => {
      const model = dataset(statement);
      if (model === undefined) return [];
      return [
        {
          model,
          networkId: record.network_id,
          furnishingEntityId: record.furnishing_entity_id,
          recordId: record.record_id,
          performedAt: Date.parse(statement.performedAt),
          furnishedAt: Date.parse(record.furnished_at),
          attestationId: null,
          statedBusiness: null,
          disputes: [],
          text: statement.text,
          newest: null,
        },
      ];
    }),
  );
  const latest = (one: Candidate, by: (candidate: Candidate) => readonly number[]) => {
    const own = all.filter(
      ({ model, furnishingEntityId }) =>
        model === one.model && furnishingEntityId === one.furnishingEntityId,
    );
    return own.reduce((a, b) =>
      isLater(by(b), by(a)) || (same(by(a), by(b)) && b.recordId < a.recordId) ? b : a,
    );
  };
  return all.flatMap((one) => {
    const verified = latest(one, ({ performedAt, furnishedAt }) => [performedAt, furnishedAt]);
    if (verified !== one) return [];
    const last = latest(one, ({ furnishedAt }) => [furnishedAt]);
    return [{ ...one, newest: last === one ? null : last }];
  });
}

function isLater(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((time, index) => time !== b[index]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}

const same = (a: readonly number[], b: readonly number[]) =>
  a.every((time, place) => time === b[place]);

/** The consent and the policies of a world. */
export function settingOf(template: Template, rules: WorldRules): Setting {
  const { slug } = template;
  const open = modelsOf(template)
    .flatMap(({ fields }) => fields)
    .filter((field) => !rules.hidden.includes(field));
  const grant = (n: number, to: string, fields: readonly string[]) => ({
    grant_id: id(90 + n),
    furnishing_entity_id: to,
    field_definitions: fields.map((field) => `${slug}.${field}`),
    effective_from: '2026-01-01T00:00:00.000Z',
    effective_to: null,
  });
  const consent: ConsentState = aConsent({
    consented_fields: open.map((field) => `${slug}.${field}`).join(),
    field_access_grants: [
      grant(0, '*', open),
      grant(
        1,
        BANKS[0],
        open.filter((field) => !rules.withheld.includes(field)),
      ),
    ],
  });
  const policy = aPolicy({
    modelSelections: [
      aSelection({
        model_name: slug,
        ...rules.selection,
        selected_provenance_option_ids: rules.sources.map((bank) => BANKS[bank] ?? ''),
        field_selections: rules.fields.map(({ name, isEnabled, isRequired, accepted }) =>
          aField({
            field_name: name,
            is_enabled: isEnabled,
            is_required: isRequired && isEnabled,
            accepted_values: accepted === null ? null : acceptedOf(template, name, accepted),
          }),
        ),
      }),
    ],
  });
  const parts = partsOf(template).map(
    (part) =>
      [
        part.slug,
        aPart({
          policy: aPolicy({
            modelSelections: [aSelection({ model_name: part.slug, ...rules.partSelection })],
          }),
        }),
      ] as const,
  );
  return {
    rules: { consent, policy, parts: new Map(parts) },
    attested: rules.attested.map((bank) => BANKS[bank] ?? ''),
  };
}

/** Accepted values are for fields that are returned as furnished. */
export function acceptedOf(
  template: Template,
  name: string,
  variant: number,
): (string | boolean)[] | null {
  const output = template.outputs.find((one) => one.name === name);
  if (output?.source.kind !== 'furnished') return null;
  const value = valueOf(output.source.dataset, output.source.field, variant, 1);
  return typeof value === 'string' || typeof value === 'boolean' ? [value] : null;
}

/** The input of a query in a world. */
export function inputOf(
  template: Template,
  rules: WorldRules,
  records: readonly FurnishedRecord[],
) {
  const slugs = new Set(everyReadOf(template).map(({ dataset }) => dataset));
  const candidates = candidatesOf(records, ({ dataset }) =>
    slugs.has(dataset) ? dataset : undefined,
  );
  return {
    ...anInput(template.slug, candidates, settingOf(template, rules)),
    legalNameOf: (_: string, furnisherId: string) => lastNameOf(records, furnisherId),
  };
}

/** The legal name that a furnisher stated last. */
export function lastNameOf(
  records: readonly FurnishedRecord[],
  furnisherId: string,
): string | null {
  const [last] = records
    .filter((one) => one.furnishing_entity_id === furnisherId && one.stated_business)
    .sort(
      (a, b) =>
        compareText(b.furnished_at, a.furnished_at) || compareText(a.record_id, b.record_id),
    );
  return last?.stated_business?.business_legal_name ?? null;
}

export const EVERY_TEMPLATE = TEMPLATES;
