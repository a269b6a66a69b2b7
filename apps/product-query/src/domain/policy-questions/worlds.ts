import { kybCertificate, type Model } from '@ndx/catalog';
import { PERMISSIBLE_PURPOSES, type PermissiblePurpose } from '@ndx/contracts';
import type { PolicyTest, TestedConsent } from '../policy-test/policy-test.js';
import { requiresModel, type QueryingPolicy } from '../policy/querying-policy.js';
import { decidePolicyTest } from '../policy-test/run-policy-test.js';
import { sectionRecords, type RecordChoices, type SectionRecord } from './section-records.js';

export const QUERIER = 'Querying Bank';
/** A query that names a consent is bound by it, also where the policy does not require one. */
const CONSENT = 'consent';
/** A furnisher that no list of a policy names. */
export const OTHER_FURNISHER = 'Other Bank';

/** By what a query is admitted. */
export interface Admission {
  readonly purpose?: PermissiblePurpose;
  /** Absent: none is recorded. `untimed`: of the stated fields but for the asked section's time. */
  readonly consent?: 'everything' | 'untimed';
}

export function admissionsOf(
  { permissiblePurposes }: QueryingPolicy,
  consents: readonly Admission['consent'][],
): Admission[] {
  const other = PERMISSIBLE_PURPOSES.find((purpose) => !permissiblePurposes.includes(purpose));
  const purposes = [undefined, ...permissiblePurposes, ...(other === undefined ? [] : [other])];
  return consents.flatMap((consent) =>
    purposes.map((purpose) => ({ ...(purpose && { purpose }), ...(consent && { consent }) })),
  );
}

/** A furnisher for each group that the lists of a policy distinguish, and one that none names. */
export function distinguishedSources(policy: QueryingPolicy): string[] {
  const groups = new Map([[groupOf(policy, OTHER_FURNISHER), OTHER_FURNISHER]]);
  for (const source of namedSources(policy)) {
    const group = groupOf(policy, source);
    if (!groups.has(group)) groups.set(group, source);
  }
  return [...groups.values()];
}

export function namedSources(policy: QueryingPolicy): readonly string[] {
  return [...new Set(sourceLists(policy).flat())];
}

/** Furnishers in the same lists of a policy are decided alike, but for their order. */
export function groupOf(policy: QueryingPolicy, source: string): string {
  return sourceLists(policy)
    .map((list) => (list.includes(source) ? '1' : '0'))
    .join('');
}

function sourceLists({ modelSelections }: QueryingPolicy): (readonly string[])[] {
  return modelSelections.flatMap((selection) =>
    [selection, ...selection.field_selections].map(
      ({ selected_provenance_option_ids: sources }) => sources,
    ),
  );
}

/** Enumerates the worlds in which the rules of a policy can decide differently, and counts the decisions. */
export class Worlds {
  decided = 0;
  private readonly supports = new Map<string, SectionRecord | undefined>();

  constructor(
    readonly policy: QueryingPolicy,
    /** Milliseconds since the epoch. */
    readonly time: number,
  ) {}

  decide(test: PolicyTest, policy = this.policy) {
    this.decided += 1;
    return decidePolicyTest(test, policy);
  }

  /** The worlds with one record of a section, and one of each other required one; smallest first. */
  *of(
    choices: Omit<RecordChoices, 'at' | 'policy'>,
    admissions: readonly Admission[],
  ): Generator<PolicyTest> {
    const { model } = choices;
    const records = sizedRecords({ ...choices, policy: this.policy, at: this.time });
    const sized = admissions.flatMap((admission) => {
      const supports = this.otherSections(model).map((other) => this.support(other, admission));
      const found = supports.filter((support) => support !== undefined);
      if (found.length < supports.length) return [];
      // A world is built when it is decided: most of them never are.
      return records.map(({ record, size }) => ({
        world: () => this.world([record, ...found], admission, model),
        size: size + sizeOf(admission) + sizeOf(found),
      }));
    });
    for (const { world } of sized.sort(bySize)) yield world();
  }

  /** The required sections but for one. */
  otherSections({ name }: Model): Model[] {
    const { modelSelections } = this.policy;
    return kybCertificate.models.filter(
      (model) => model.name !== name && requiresModel(modelSelections, model.name),
    );
  }

  /** The smallest record that the policy would issue of a section alone; undefined: there is none. */
  support(model: Model, admission: Admission): SectionRecord | undefined {
    const { purpose = '', consent = '' } = admission;
    // A consent hides the time of the asked section alone.
    const full = consent === '' ? admission : { ...admission, consent: 'everything' as const };
    const key = [model.name, purpose, full.consent ?? ''].join(' ');
    if (!this.supports.has(key)) {
      const sources = distinguishedSources(this.policy);
      const alone = onlyOf(this.policy, model);
      const sized = sizedRecords({ policy: this.policy, model, sources, at: this.time });
      const found = sized.find(
        ({ record }) => this.decide(this.world([record], full, model), alone).outcome === 'issued',
      );
      this.supports.set(key, found?.record);
    }
    return this.supports.get(key);
  }

  world(
    chosen: readonly SectionRecord[],
    { purpose, consent }: Admission,
    asked: Model,
  ): PolicyTest {
    const records = chosen.map(({ record }) => record);
    const attested = chosen.flatMap(({ record, isAttested }) =>
      isAttested ? [record.furnishing_entity_id] : [],
    );
    const expires_at = new Date(this.time + 365 * 86_400_000).toISOString();
    return {
      ...{ name: '', policy: '', at: new Date(this.time).toISOString() },
      query: {
        querying_entity_id: QUERIER,
        ...{ product_slug: kybCertificate.slug },
        ...(purpose && { permissible_purpose: purpose }),
        ...(consent && { consent_id: CONSENT }),
      },
      records,
      consents: consent === undefined ? [] : [consentOf(consent, records, asked)],
      attestations: [...new Set(attested)].map((entity_id) => ({ entity_id, expires_at })),
      expected: { outcome: 'issued' },
    };
  }
}

/** A policy without the rules of the other sections. */
export function onlyOf(policy: QueryingPolicy, { name }: Model): QueryingPolicy {
  const modelSelections = policy.modelSelections.filter(({ model_name }) => model_name === name);
  return { ...policy, modelSelections };
}

function consentOf(
  consent: 'everything' | 'untimed',
  records: NonNullable<PolicyTest['records']>,
  asked: Model,
): TestedConsent {
  if (consent === 'everything') return { consent_id: CONSENT };
  const fields = records.flatMap((record) =>
    kybCertificate.models.flatMap(({ name }) => {
      const section = record[name] as { assertions: object; data: object } | undefined;
      const stated = section ? Object.keys({ ...section.assertions, ...section.data }) : [];
      return stated
        .filter((field) => name !== asked.name || field !== asked.performedAt)
        .map((field) => `${name}.${field}`);
    }),
  );
  // A consent names at least one field; this one is not stated.
  return { consent_id: CONSENT, consented_fields: fields.join(',') || unstatedField(asked) };
}

function unstatedField({ name, data }: Model): string {
  return `${name}.${data[0]?.name ?? ''}`;
}

/** The records of a section with their sizes, smallest first. */
function sizedRecords(choices: RecordChoices) {
  return sectionRecords(choices)
    .map((record) => ({ record, size: sizeOf(record.record) + (record.isAttested ? 1 : 0) }))
    .sort(bySize);
}

export const bySize = (one: { readonly size: number }, other: { readonly size: number }) =>
  one.size - other.size;

/** The number of stated facts; a consent that hides a field is larger than one of everything. */
export function sizeOf(value: unknown): number {
  if (value === 'untimed') return 2;
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one), 0);
}
