import {
  furnishedFor,
  nullable,
  optional,
  relaxed,
  required,
  TEMPLATES,
  worded,
  type ObjectShape,
  type Output,
  type Template,
} from '@ndx/catalog';
import { partSchema, type Part } from './part.js';
import {
  BUSINESS_CONSENT,
  CERTIFICATE_TEST,
  CONSUMER_CONSENT,
  IDENTITY,
  OUTCOME_FIELDS,
  QUERY_FIELDS,
  RECORD_FIELDS,
  testPart,
} from './test-parts.js';

/** The outputs of a group that a test can state: the id of the query is made for each one. */
export function statedOutputs(outputs: readonly Output[]): readonly Output[] {
  return outputs.filter(({ source }) => source.kind !== 'query-id');
}

/** The file of a test that queries a template, by its slug. */
export const TEMPLATE_TESTS: ReadonlyMap<string, Part> = new Map(
  TEMPLATES.map((template) => [
    template.slug,
    testPart({
      query: {
        title: 'TestedQuery',
        fields: [...QUERY_FIELDS, ...required('string', 'template_slug')],
      },
      expected: expectedFrom(template),
      record: recordFor(template),
      consent: template.subject === 'business' ? BUSINESS_CONSENT : CONSUMER_CONSENT,
      named: { template_slug: template.slug },
    }),
  ]),
);

function recordFor(template: Template): Part {
  const datasets = furnishedFor(template);
  const identity: Readonly<Record<string, ObjectShape>> =
    template.subject === 'business' ? { business_identity: IDENTITY } : {};
  const data = datasets.map(({ slug, furnish }): [string, ObjectShape] => [
    slug,
    { title: `Tested.${slug}`, fields: furnish?.data ?? [] },
  ]);
  const members: Readonly<Record<string, ObjectShape>> = {
    ...identity,
    ...Object.fromEntries(data),
  };
  return {
    shape: {
      title: 'TestedRecord',
      fields: [...RECORD_FIELDS, ...nullable('object', ...Object.keys(members))],
      members,
    },
  };
}

function expectedFrom({ groups }: Template): ObjectShape {
  const members = groups.map(({ name, outputs }): [string, ObjectShape] => [
    name,
    {
      title: `Tested.${name}`,
      fields: [...optional('name', 'furnishing_entity_id'), ...optional('object', 'outputs')],
      members: {
        outputs: {
          title: `Tested.${name}.outputs`,
          fields: relaxed(statedOutputs(outputs)),
        },
      },
    },
  ]);
  const named: ObjectShape = {
    title: 'TestedGroups',
    fields: nullable('object', ...groups.map(({ name }) => name)),
    members: Object.fromEntries(members),
  };
  return {
    title: 'TestedOutcome',
    fields: [
      ...OUTCOME_FIELDS,
      ...worded(
        {
          groups:
            'The groups of outputs that have a source, with the values to compare. A group that is not named must have none.',
        },
        optional('object', 'groups'),
      ),
    ],
    members: { groups: named },
  };
}

/** The JSON schema of the file of a test. */
export function policyTestSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Test of a querying policy',
    anyOf: [CERTIFICATE_TEST, ...TEMPLATE_TESTS.values()].map(partSchema),
  };
}
