import { nullable, relaxed, required, worded, type Field, type WordTable } from './fields/field.js';
import { FURNISHER_ID, FURNISHING_IDS, QUERY_ID } from './network-fields.js';
import { derived, furnishedUnder } from './output.js';
import { statedBoolean, type StatusWords } from './status-words.js';
import { CONSUMER_CORE } from './subjects/consumer.js';
import { template, type Template } from './template.js';

/** What a field of a complete step has: a word of the table, the value true, or any value. */
type Demand = StatusWords | 'true' | 'any';

interface KycPart {
  readonly slug: string;
  readonly furnished: readonly Field[];
  /** Fields that state whether a step is complete: the name of the step, and what its fields have. */
  readonly complete: Readonly<
    Record<string, readonly [step: string, Readonly<Record<string, Demand>>]>
  >;
  readonly words: WordTable;
}

/**
 * A template that furnishes one part of the KYC certificate bundle (contract 4.7). Its furnisher can
 * state whether a step is complete; otherwise the values of the step in its record do.
 */
export function kycPart({ slug, furnished, complete, words }: KycPart): Template {
  const steps = Object.entries(complete);
  return template({
    slug,
    subject: 'consumer',
    query: { input: CONSUMER_CORE },
    furnish: {
      subject: [...CONSUMER_CORE, ...FURNISHING_IDS],
      data: [...relaxed(furnished), ...steps.flatMap(([name, [step]]) => completionOf(name, step))],
    },
    outputs: [
      ...FURNISHER_ID,
      ...QUERY_ID,
      ...furnishedUnder(slug, furnished),
      ...steps.flatMap(([name, [, demands]]) =>
        derived(
          slug,
          required('string', name),
          [name, ...Object.keys(demands)],
          (stated, ...values) => completeness(stated, Object.values(demands), values),
        ),
      ),
    ],
    words: {
      ...words,
      ...Object.fromEntries(steps.flatMap(([, [, demands]]) => statusWords(words, demands))),
      ...Object.fromEntries(steps.map(([name, [step]]) => [name, wordsOfComplete(step)])),
    },
  });
}

/** The words of the fields with a table of status words, which are their usual values. */
function statusWords(words: WordTable, demands: Readonly<Record<string, Demand>>) {
  return Object.entries(demands).flatMap(([name, demand]) => {
    const own = words[name];
    if (typeof demand === 'string' || typeof own !== 'object') return [];
    return [[name, [own[0], own[1], [...demand.true, ...demand.false]]] as const];
  });
}

/** A furnished field that states whether a step is complete. */
export function completionOf(name: string, step: string): Field[] {
  const words = { [name]: [`Whether the ${step} is complete, if you state it.`, true] } as const;
  return worded(words, nullable('boolean', name));
}

/** The words of an answered field with whether a step is complete. */
export function wordsOfComplete(step: string): [string, string] {
  return [
    `Whether the ${step} is complete, \`"true"\` or \`"false"\`, as its furnisher stated it or as the words of the same record say.`,
    'true',
  ];
}

function completeness(
  stated: unknown,
  demands: readonly Demand[],
  values: readonly unknown[],
): string | null {
  if (typeof stated === 'boolean') return String(stated);
  const met = demands.map((demand, place) => isMet(demand, values[place] ?? null));
  if (met.includes(false)) return 'false';
  return met.includes(null) ? null : 'true';
}

function isMet(demand: Demand, value: unknown): boolean | null {
  if (demand === 'any') return value === null ? null : true;
  if (demand === 'true') return typeof value === 'boolean' ? value : null;
  return statedBoolean(demand, value);
}
