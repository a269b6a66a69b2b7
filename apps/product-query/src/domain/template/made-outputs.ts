import { denialsOf, type Output } from '@ndx/catalog';
import type { Choice } from './choose-groups.js';
import { valuesIn, type RecordReading, type TemplateInput } from './read-records.js';
import { isOpenFor, maySee } from './record-terms.js';

/**
 * Whether the policies and consents for an output's own name permit it. A computed output needs
 * permission for the furnisher of its group. An attested output needs it for at least one
 * furnisher; the others make it false. Furnished values were checked when their record was read, and
 * the ids of a query belong to the network.
 */
export function isShown(input: TemplateInput, choice: Choice, output: Output): boolean {
  switch (output.source.kind) {
    case 'furnished':
    case 'query-id':
    case 'furnisher-id':
      return true;
    case 'attested':
      return [...choice.values()].some((records) => isOpenFor(input, output, records));
    case 'derived':
    case 'furnished-at':
    case 'legal-name': {
      const group = input.template.groups.find(({ outputs }) => outputs.includes(output));
      const records = choice.get(group?.name ?? '');
      return records !== undefined && isOpenFor(input, output, records);
    }
  }
}

/**
 * Whether an attested output is true: the furnisher of every group attested to the template, its
 * denial is readable, and it denies nothing (decision 0025). Callers cannot distinguish a denial
 * from a hidden indicator.
 */
export function isAttestedBy(input: TemplateInput, choice: Choice, output: Output): boolean {
  return [...choice.values()].every(
    (records) =>
      input.attestationOf(input.template.id, records.furnishingEntityId) !== null &&
      isOpenFor(input, output, records) &&
      ![...records.readings.values()].some((reading) => isDenied(input, output, reading)),
  );
}

/** A record that does not state the denial denies nothing. */
function isDenied(
  { template, open }: TemplateInput,
  output: Output,
  { part: { dataset }, known, terms }: RecordReading,
): boolean {
  return denialsOf(template)
    .filter((read) => read.governedBy === output.name && read.dataset === dataset)
    .some(
      (read) =>
        !maySee(terms, read, known.furnishingEntityId) ||
        open(dataset, read.field, valuesIn(known)[read.field] ?? null) === false,
    );
}
