import { denialsOf, type Output } from '@ndx/catalog';
import type { Choice } from './choose-values.js';
import { fieldRulesOf, isTaken, maySee } from './field-rules.js';
import { keyOf, type TemplateValue } from './template-value.js';
import type { VisibleInput } from './visible-values.js';

/**
 * Whether the policies and consents for an output's own name permit it. A derived output needs
 * permission for each of its source values. An attested output needs it for at least one
 * furnisher; the others make it false. Furnished values were checked when they were chosen, and
 * the ids of a query belong to the network (decision 0022).
 */
export function isShown(input: VisibleInput, choice: Choice, output: Output): boolean {
  const sources = madeFrom(output, choice);
  const lets = (source: TemplateValue) => isOpenFor(input, output, source);
  return output.source.kind === 'attested' ? sources.some(lets) : sources.every(lets);
}

/**
 * Whether an attested output is true: the furnisher of every chosen value attested to the
 * template, its denial is readable, and it denies nothing (decision 0025). Callers cannot
 * distinguish a denial from a hidden indicator.
 */
export function isAttestedBy(input: VisibleInput, choice: Choice, output: Output): boolean {
  return [...choice.values()].every(
    (source) =>
      input.attestationOf(input.template.id, source.furnishingEntityId) !== null &&
      isOpenFor(input, output, source) &&
      !isDenied(input, output, source),
  );
}

/** Whether consent and policy permit an output, by its own name, from a furnisher's value. */
function isOpenFor(
  { template, rulesByNetwork }: VisibleInput,
  { name }: Output,
  { networkId, furnishingEntityId }: TemplateValue,
): boolean {
  const network = rulesByNetwork.get(networkId);
  const own = { dataset: template.slug, field: name, governedBy: name, isReturned: false };
  const rules = network && fieldRulesOf(template, network, own);
  return rules !== undefined && maySee(rules, furnishingEntityId);
}

/** A denial has no maximum age; it holds until its furnisher changes it. */
function isDenied(input: VisibleInput, output: Output, source: TemplateValue): boolean {
  const { template, rulesByNetwork, values, attestationOf, open, now } = input;
  const network = rulesByNetwork.get(source.networkId);
  return denialsOf(template)
    .filter(({ governedBy }) => governedBy === output.name)
    .some((read) => {
      const rules = network && fieldRulesOf(template, network, read);
      if (!rules || !maySee(rules, source.furnishingEntityId)) return true;
      return values.some(
        (value) =>
          keyOf(value) === keyOf(read) &&
          value.networkId === source.networkId &&
          value.furnishingEntityId === source.furnishingEntityId &&
          isTaken(rules, { ...value, furnishedAt: now }, attestationOf, now) &&
          open(value) === false,
      );
    });
}

/**
 * The chosen values from which an output is computed; empty for furnished values and for values of
 * the query.
 */
function madeFrom({ source }: Output, choice: Choice): readonly TemplateValue[] {
  switch (source.kind) {
    case 'derived':
      return source.from.flatMap((read) => choice.get(keyOf(read)) ?? []);
    case 'attested':
    case 'furnished-at':
    case 'legal-name':
      return [...choice.values()];
    case 'furnished':
    case 'query-id':
    case 'furnisher-id':
      return [];
  }
}
