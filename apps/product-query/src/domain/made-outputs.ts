import { denialsOf, type Output } from '@ndx/catalog';
import { fieldRulesOf, isTaken, maySee } from './field-rules.js';
import { keyOf, type TemplateValue } from './template-value.js';
import type { Choice, VisibleInput } from './visible-values.js';

/**
 * Whether an output that is made from data may be shown, by its own name: a derived one where each
 * value that it is made from lets it, whether the furnishers attested where one of them does (the
 * others make it false). What is returned as it was furnished was governed when it was chosen; the
 * query's ids are the network's (decision 0022).
 */
export function isShown(input: VisibleInput, choice: Choice, output: Output): boolean {
  const sources = madeFrom(output, choice);
  const lets = (source: TemplateValue) => isOpenFor(input, output, source);
  return output.source.kind === 'attested' ? sources.some(lets) : sources.every(lets);
}

/**
 * Whether an attested output is true: each furnisher of a chosen value attested to the template, what
 * it may deny can be seen, and it denies nothing (decision 0025). That it denies cannot be told from
 * that it may not be asked.
 */
export function isAttestedBy(input: VisibleInput, choice: Choice, output: Output): boolean {
  return [...choice.values()].every(
    (source) =>
      input.isAttested(input.template.id, source.furnishingEntityId) &&
      isOpenFor(input, output, source) &&
      !isDenied(input, output, source),
  );
}

/** Whether consent and policy let the output, by its own name, be made from a furnisher's value. */
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

/** A denial stands however old it is, until its furnisher takes it back. */
function isDenied(input: VisibleInput, output: Output, source: TemplateValue): boolean {
  const { template, rulesByNetwork, values, isAttested, open, now } = input;
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
          isTaken(rules, { ...value, furnishedAt: now }, isAttested, now) &&
          open(value) === false,
      );
    });
}

/** The chosen values that an output is made from; none for one that is furnished or said. */
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
