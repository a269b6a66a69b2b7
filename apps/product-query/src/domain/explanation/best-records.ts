import {
  exampleOf,
  groupPartsOf,
  knownValuesOf,
  ruleOf,
  templateBySlug,
  type Field,
  type Group,
  type GroupPart,
  type Output,
  type Read,
  type Template,
} from '@ndx/catalog';
import type { Candidate } from '../candidate.js';
import type { SelectionRules, TemplateRules } from '../policy/network-rules.js';
import { fieldSelectionOf, selectionOf } from '../policy/querying-policy.js';
import { chooseGroups } from '../template/choose-groups.js';
import { refusesValue, termsOf, type Terms } from '../template/record-terms.js';
import { templateAnswer } from '../template/template-answer.js';
import type { AppliedRules, PartRules } from './explained-query.js';

/** The rules as the query applied them. */
export function networkRules(parts: PartRules, applied: AppliedRules): TemplateRules {
  const open = [...parts].flatMap(([slug, rules]) => {
    const found = rules[applied.place];
    return found ? [[slug, selectionRules(found)] as const] : [];
  });
  return { ...selectionRules(applied), parts: new Map(open) };
}

function selectionRules({ accessTo, selections, consent }: AppliedRules): SelectionRules {
  return {
    accessTo,
    policy: { modelSelections: selections },
    consent: consent && {
      consented_fields: consent.fields,
      business_legal_name: consent.name ?? null,
    },
  };
}

/** What a group of a template's answer has to have in a network. */
interface WantedGroup {
  readonly template: Template;
  readonly group: Group;
  readonly applied: AppliedRules;
  readonly network: TemplateRules;
  readonly isRequired: (output: Output) => boolean;
}

/** Whether the best records of a furnisher have all that is required of a group. */
export function isAnsweredBy(furnisher: string, wanted: WantedGroup): boolean {
  const { template, group, applied, network, isRequired } = wanted;
  const input = {
    template,
    rulesByNetwork: new Map([[applied.networkId, network]]),
    records: groupPartsOf(template)
      .filter((one) => one.group === group)
      .map((one) => bestRecord(one, termsOf(template, network, one.dataset), applied, furnisher)),
    attestationOf: () => furnisher,
    legalNameOf: () => applied.consent?.name ?? furnisher,
    open: (_dataset: string, _field: string, value: unknown) => value,
    now: 0,
  };
  const { choice } = chooseGroups(input);
  if (!choice.has(group.name)) return false;
  const { outputs } = templateAnswer({ ...input, choice, queryId: group.name });
  return group.outputs.every(
    (output) => !isRequired(output) || (outputs?.[output.name] ?? null) !== null,
  );
}

/** A record with a value of every field of the part that the policies accept. */
function bestRecord(
  { dataset, reads }: GroupPart,
  terms: readonly Terms[] = [],
  { networkId }: AppliedRules,
  furnishingEntityId: string,
): Candidate {
  const values = reads.map((read) => [read.field, bestValue(read, terms)]);
  return {
    ...{ model: dataset, networkId, furnishingEntityId, recordId: dataset },
    ...{ performedAt: 0, furnishedAt: 0, attestationId: null, statedBusiness: null },
    ...{ disputes: [], newest: null, text: JSON.stringify(Object.fromEntries(values)) },
  };
}

function bestValue(read: Read, terms: readonly Terms[]): unknown {
  const field = templateBySlug(read.dataset)?.furnish?.data.find(({ name }) => name === read.field);
  const known = field ? [...knownValuesOf(field), storedExample(field)] : [];
  const accepted = acceptedIn(read, terms);
  if (accepted === undefined) return known[0];
  return known.find((value) => accepted.some((one) => one === value)) ?? accepted[0];
}

function storedExample(field: Field): unknown {
  const example = exampleOf(field);
  const { stored } = ruleOf(field.type);
  return stored ? stored(example) : example;
}

/** The values of a field that every policy accepts; undefined where none restricts them. */
export function acceptedIn(read: Read, terms: readonly Terms[]) {
  const lists = terms.flatMap((one) => {
    const selection = selectionOf(one.policy, one.template.slug);
    const accepted = fieldSelectionOf(selection, one.nameOf(read))?.accepted_values;
    return one.isReturned(read) && accepted ? [accepted] : [];
  });
  const [first] = lists;
  return first?.filter((value) => refusesValue(terms, read, value) === undefined);
}
