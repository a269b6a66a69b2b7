import { fieldsOf, kybCertificate, type Group, type Model } from '@ndx/catalog';
import type { ExpectedOutcome, FoundOutcome, FoundSection } from '@ndx/product-query/policy-test';
import type { Play } from './play-test.js';
import type { PlayableTest } from './playable-test.js';

type Row = readonly [member: string, expected: string, found: string];

/** The expected outcome beside the found one, with the sections and fields of both. */
export function playText(
  { networkId, expected, result: { found, failures } }: Play,
  { test: { name }, template }: Pick<PlayableTest, 'test' | 'template'>,
): string {
  const sections = template
    ? template.groups.flatMap((group) => groupRows(group, expected, found))
    : kybCertificate.models.flatMap((model) => rowsOf(model, expected, found));
  const rows: readonly Row[] = [
    ['', 'EXPECTED', 'FOUND'],
    [
      'outcome',
      outcomeText(expected.outcome, expected.reason),
      outcomeText(found.outcome, ...found.reasons),
    ],
    ...sections,
  ];
  return [
    `network  ${networkId}`,
    ...aligned(rows),
    `${failures.length === 0 ? 'passed' : 'FAILED'}  ${name}`,
    ...failures.map((line) => `        ${line}`),
  ].join('\n');
}

function outcomeText(outcome: string, ...reasons: readonly (string | undefined)[]): string {
  const given = reasons.filter((reason) => reason !== undefined);
  return given.length === 0 ? outcome : `${outcome} (${given.join(', ')})`;
}

/** A section and its stated fields; what the test does not state is not compared. */
function rowsOf(
  model: Model,
  { result: expected }: ExpectedOutcome,
  { result: found }: FoundOutcome,
): Row[] {
  const { name } = model;
  const [stated = null, issued = null] = [expected?.[name], found?.[name]];
  if (!stated && !issued) return [];
  const source = stated ? (stated.furnishing_entity_id ?? 'any source') : 'absent';
  const values = { ...stated?.assertions, ...stated?.data };
  const answered = valuesOf(issued);
  const fields = fieldsOf(model).flatMap(({ name: field }): Row[] => {
    const [value, other] = [values[field], answered[field]];
    if ((value ?? null) === null && (other ?? null) === null) return [];
    return [[`  ${field}`, value === undefined ? '-' : valueText(value), valueText(other)]];
  });
  return [
    [name, expected ? source : '-', issued ? issued.furnishing_entity_id : 'absent'],
    ...fields,
  ];
}

/** A group of outputs with a source, and its stated outputs. */
function groupRows(
  { name, outputs }: Group,
  { groups: expected }: ExpectedOutcome,
  { groups: found }: FoundOutcome,
): Row[] {
  const [stated = null, issued = null] = [expected?.[name], found?.[name]];
  if (!stated && !issued) return [];
  const source = stated ? (stated.furnishing_entity_id ?? 'any source') : 'absent';
  const values = outputs.flatMap(({ name: output }): Row[] => {
    const [value, other] = [stated?.outputs?.[output], issued?.outputs[output] ?? null];
    if ((value ?? null) === null && other === null) return [];
    return [[`  ${output}`, value === undefined ? '-' : valueText(value), valueText(other)]];
  });
  return [
    [name, expected ? source : '-', issued ? issued.furnishing_entity_id : 'absent'],
    ...values,
  ];
}

function valuesOf(section: FoundSection | null): Readonly<Record<string, unknown>> {
  return { ...section?.assertions, ...section?.data };
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function aligned(rows: readonly Row[]): string[] {
  const widthOf = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  const [members, values] = [widthOf(0), widthOf(1)];
  return rows.map(
    ([member, expected, found]) =>
      `${member.padEnd(members)}  ${expected.padEnd(values)}  ${found}`,
  );
}
