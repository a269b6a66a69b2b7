import { exampleOf, furnishedFor, type Group, type Output, type Template } from '@ndx/catalog';
import type { PolicyTest, TestedConsent, TestedRecord } from '../policy-test/policy-test.js';
import { decidePolicyTest } from '../policy-test/run-policy-test.js';
import { fieldSelectionOf, selectionOf, type QueryingPolicy } from '../policy/querying-policy.js';
import { timeChoices, type Times } from './section-records.js';
import {
  acceptedIn,
  behind,
  fieldsBehind,
  keyOf,
  otherValues,
  readFieldsOf,
  timeIn,
  type ReadField,
} from './template-fields.js';
import { bySize, distinguishedSources, QUERIER, sizeOf, type Admission } from './worlds.js';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const LEGAL_NAME = 'Example Hardware LLC';

/** The stated values of a furnisher, by data set. */
type Stated = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface TemplateChoices {
  /** The outputs of which the varied records are the source. */
  readonly group: Group;
  readonly sources: readonly string[];
  /** An output for which each record states the values. */
  readonly asked?: string | undefined;
  /** One record was verified, or else furnished, more than so many days before the query. */
  readonly olderThan?: number | undefined;
}

/** A case, and the data set whose record is varied in it. */
export interface TemplateWorld {
  readonly test: PolicyTest;
  readonly dataset: string;
}

/** The records of one furnisher: their values, and the times of one of them. */
interface Variant {
  readonly stated: Stated;
  readonly dataset: string;
  readonly times: Times;
  /** Whether one value differs: the furnisher of the other groups does not matter then. */
  readonly isChanged: boolean;
}

/** Enumerates the queries of a template that a policy can decide differently, and counts the decisions. */
export class TemplateWorlds {
  decided = 0;
  private readonly fields: readonly ReadField[];

  constructor(
    readonly template: Template,
    readonly policy: QueryingPolicy,
    /** Milliseconds since the epoch. */
    readonly time: number,
  ) {
    this.fields = readFieldsOf(template, policy);
  }

  /** Whether the records of the template state when they were verified. */
  get isTimed(): boolean {
    return this.fields.some(({ isTime }) => isTime);
  }

  decide(test: PolicyTest, policy = this.policy) {
    this.decided += 1;
    return decidePolicyTest(test, policy);
  }

  /** The cases in which one furnisher states the outputs of a group, smallest first. */
  *of(choices: TemplateChoices, admissions: readonly Admission[]): Generator<TemplateWorld> {
    const { group, sources } = choices;
    const supporting = this.template.groups.length > 1 ? distinguishedSources(this.policy) : [];
    const variants = this.variantsOf(choices);
    const sized = sources.flatMap((source) => {
      const others = supporting.filter((other) => other !== source);
      return variants.flatMap((variant) =>
        [undefined, ...(variant.isChanged ? [] : others)].flatMap((support) =>
          [false, true].flatMap((isAttested) =>
            admissions.map((admission) => ({
              size: sizeOf([variant.stated, admission]) + Number(isAttested) + (support ? 2 : 0),
              dataset: variant.dataset,
              test: () => this.world({ group, source, support, variant, isAttested, admission }),
            })),
          ),
        ),
      );
    });
    for (const { test, dataset } of sized.sort(bySize)) yield { test: test(), dataset };
  }

  /** The case with the most complete records of a furnisher, attested and just furnished. */
  best(group: Group, source: string): PolicyTest {
    const variant = this.variantsOf({ group, sources: [source] }).findLast(
      ({ times }) => times.performedAt === this.time,
    );
    if (!variant) throw new Error(`no record of ${this.template.slug}`);
    const admission: Admission = { consent: 'everything' };
    return this.world({ group, source, support: undefined, variant, isAttested: true, admission });
  }

  private variantsOf({ asked, olderThan }: TemplateChoices): Variant[] {
    const { policy, template, time: at } = this;
    const needed = this.needed(asked);
    const [base, full] = [this.statedIn(needed), this.statedIn(this.fields)];
    const now = { performedAt: at, furnishedAt: at };
    const datasets = furnishedFor(template).map(({ slug }) => slug);
    const [first = template.slug] = datasets;
    const dated = datasets.flatMap((dataset) =>
      timeChoices({ policy, at, olderThan, accepted: this.acceptedTimes(dataset) })
        .filter(({ performedAt, furnishedAt }) => this.isTimed || performedAt === furnishedAt)
        .filter((times) => olderThan === undefined || this.isOlder(dataset, times, olderThan))
        .flatMap((times) =>
          [base, full].map((stated) => ({ stated, dataset, times, isChanged: false })),
        ),
    );
    if (olderThan !== undefined) return dated;
    const changed = this.changes(base, needed).map((stated) => ({
      ...{ stated, dataset: first, times: now, isChanged: true },
    }));
    return [...changed, ...dated];
  }

  /** A record is as old as the first time that it states; a time with accepted values states one of them. */
  private isOlder(dataset: string, { performedAt }: Times, days: number): boolean {
    const stated = this.fields
      .filter((one) => one.isTime && one.dataset === dataset)
      .map((one) => Date.parse(timeIn(one, performedAt)));
    return (
      Math.min(...stated, ...(stated.length === 0 ? [performedAt] : [])) < this.time - days * DAY_MS
    );
  }

  /** The fields that a complete answer, a rule or the question needs. */
  private needed(asked: string | undefined): readonly ReadField[] {
    const { slug, outputs } = this.template;
    const rules = selectionOf(this.policy, slug);
    const isNeeded = ({ name, required }: Output) => {
      const rule = fieldSelectionOf(rules, name);
      return required || name === asked || rule?.is_required || (rule?.accepted_values ?? null);
    };
    return fieldsBehind(outputs.filter(isNeeded), this.fields);
  }

  /** The values with one field absent, added, or with another value: rules are about one field each. */
  private changes(base: Stated, needed: readonly ReadField[]): Stated[] {
    return this.fields
      .filter(({ isTime }) => !isTime)
      .flatMap((one) => {
        const { dataset, field, rule } = one;
        if (!needed.includes(one)) return [this.statedIn([...needed, one])];
        const without = this.statedIn(needed.filter((other) => other !== one));
        const others = otherValues(field, rule).map((value) => ({
          ...base,
          [dataset]: { ...base[dataset], [field.name]: value },
        }));
        return [without, ...others];
      });
  }

  private statedIn(fields: readonly ReadField[]): Stated {
    const stated = furnishedFor(this.template).map(({ slug }) => [
      slug,
      Object.fromEntries(
        fields
          .filter(({ dataset }) => dataset === slug)
          .map(({ field, rule }) => [field.name, acceptedIn(field, rule)[0] ?? exampleOf(field)]),
      ),
    ]);
    return Object.fromEntries(stated) as Stated;
  }

  private acceptedTimes(dataset: string): readonly unknown[] {
    return this.fields
      .filter((one) => one.isTime && one.dataset === dataset)
      .flatMap(({ rule }) => rule?.accepted_values ?? []);
  }

  private world(chosen: {
    readonly group: Group;
    readonly source: string;
    /** Another furnisher, of the other groups. */
    readonly support: string | undefined;
    readonly variant: Variant;
    readonly isAttested: boolean;
    readonly admission: Admission;
  }): PolicyTest {
    const { group, source, support, variant, isAttested, admission } = chosen;
    const { purpose, consent } = admission;
    const { slug, groups } = this.template;
    const own = support === undefined ? this.fields : fieldsBehind(group.outputs, this.fields);
    const others = groups.flatMap(({ outputs }) => (outputs === group.outputs ? [] : outputs));
    const records = [
      ...this.recordsOf(source, variant, own),
      ...(support === undefined
        ? []
        : this.recordsOf(
            support,
            { ...variant, dataset: '', stated: this.statedIn(this.fields) },
            fieldsBehind(others, this.fields),
          )),
    ];
    const attested = [...(isAttested ? [source] : []), ...(support === undefined ? [] : [support])];
    const expires_at = new Date(this.time + YEAR_MS).toISOString();
    return {
      ...{ name: '', policy: '', at: new Date(this.time).toISOString() },
      query: {
        querying_entity_id: QUERIER,
        template_slug: slug,
        ...(purpose && { permissible_purpose: purpose }),
      },
      records,
      consents: consent === undefined ? [] : [this.consentOf(consent)],
      attestations: attested.map((entity_id) => ({ entity_id, expires_at })),
      expected: { outcome: 'issued' },
    };
  }

  /** The records of a furnisher, with those of the given fields that the values have. */
  private recordsOf(
    source: string,
    { stated, dataset, times }: Variant,
    fields: readonly ReadField[],
  ): TestedRecord[] {
    const { subject } = this.template;
    return Object.entries(stated).map(([slug, values]) => {
      const { performedAt, furnishedAt } =
        slug === dataset ? times : { performedAt: this.time, furnishedAt: this.time };
      const own = fields.flatMap((one) => {
        const { name } = one.field;
        if (one.dataset !== slug || !(name in values)) return [];
        return [[name, one.isTime ? timeIn(one, performedAt) : values[name]] as const];
      });
      return {
        furnishing_entity_id: source,
        furnished_at: new Date(furnishedAt).toISOString(),
        ...(subject === 'business' && { business_identity: { business_legal_name: LEGAL_NAME } }),
        [slug]: Object.fromEntries(own),
      };
    });
  }

  /** A consent of everything, or of each output but for the times of verification. */
  private consentOf(consent: NonNullable<Admission['consent']>): TestedConsent {
    if (consent === 'everything') return {};
    const { slug, outputs } = this.template;
    const timed = new Set(this.fields.filter(({ isTime }) => isTime).map(keyOf));
    const shown = outputs.filter(
      (output) =>
        !['query-id', 'furnisher-id'].includes(output.source.kind) &&
        !behind(output).some((key) => timed.has(key)),
    );
    return { consented_fields: shown.map(({ name }) => `${slug}.${name}`).join(',') };
  }
}
