import { required, type Field, type WordTable } from './fields/field.js';
import { FURNISHER_ID, FURNISHING_IDS, QUERY_ID } from './network-fields.js';
import { derived, furnishedUnder, isComplete } from './output.js';
import { CONSUMER_CORE } from './subjects/consumer.js';
import { template, type Template } from './template.js';

interface KycPart {
  readonly slug: string;
  readonly furnished: readonly Field[];
  /** Fields that state whether a step is complete: the name of the step, and its furnished fields. */
  readonly complete: Readonly<Record<string, readonly [step: string, ...fields: string[]]>>;
  readonly words: WordTable;
}

/** A template that furnishes one part of the KYC certificate bundle (contract 4.7). */
export function kycPart({ slug, furnished, complete, words }: KycPart): Template {
  const steps = Object.entries(complete);
  return template({
    slug,
    subject: 'consumer',
    query: { input: CONSUMER_CORE },
    furnish: { subject: [...CONSUMER_CORE, ...FURNISHING_IDS] },
    outputs: [
      ...FURNISHER_ID,
      ...QUERY_ID,
      ...furnishedUnder(slug, furnished),
      ...steps.flatMap(([name, [, ...fields]]) =>
        derived(slug, required('string', name), fields, isComplete),
      ),
    ],
    words: {
      ...words,
      ...Object.fromEntries(steps.map(([name, [step]]) => [name, wordsOfComplete(step)])),
    },
  });
}

/** The words of a field with the result of `isComplete`. */
export function wordsOfComplete(step: string): [string, string] {
  return [
    `Whether the ${step} is complete: \`"true"\` once each part of it was furnished, \`"false"\` before.`,
    'true',
  ];
}
