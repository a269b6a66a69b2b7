import {
  groupPartsOf,
  type Group,
  type GroupPart,
  type Output,
  type Read,
  type Template,
} from '@ndx/catalog';
import type { TemplateRules } from '../policy/network-rules.js';
import { fieldSelectionOf, selectionOf } from '../policy/querying-policy.js';
import { termsOf, type Terms } from '../template/record-terms.js';
import { acceptedIn, isAnsweredBy, networkRules } from './best-records.js';
import { closedIn, granteesOf, type AppliedRules, type PartRules } from './explained-query.js';
import { requiredIn } from './no-result.js';
import { ANY_OTHER, closedCause, type Remedy } from './section-remedy.js';
import { daysIn, inSeries, oneOf, words } from './words.js';

/** A query of a template without a result. */
interface Unanswered {
  readonly template: Template;
  /** The rules of its networks. */
  readonly rules: readonly AppliedRules[];
  readonly parts: PartRules;
  /** The groups that have all that the answer and the policies require of them. */
  readonly stated: ReadonlySet<Group>;
  /** The furnishers that the query named. */
  readonly requested: readonly string[] | undefined;
  readonly readsPolicy: (networkId: string) => boolean;
}

/** What would give a result, from the rules alone: a record of each part that an answer lacks. */
export function templateRemedies(query: Unanswered): Remedy[] {
  const { template, rules, stated } = query;
  const isRequired = requiredIn(template, rules);
  const lacking = groupPartsOf(template).filter(({ group }) => !stated.has(group));
  const required = lacking.filter(({ group, reads }) =>
    group.outputs.some((output) => isRequired(output) && isFrom(output, reads)),
  );
  const wanted = required.length > 0 ? required : lacking;
  return wanted.flatMap((part) =>
    rules.map((applied) =>
      remedyOf({
        ...{ query, applied, part, isRequired },
        others: required.filter((one) => one !== part),
      }),
    ),
  );
}

interface Wanted {
  readonly query: Unanswered;
  readonly applied: AppliedRules;
  readonly part: GroupPart;
  readonly isRequired: (output: Output) => boolean;
  /** The other parts that the answer needs too. */
  readonly others: readonly GroupPart[];
}

function remedyOf(wanted: Wanted): Remedy {
  const { query, applied, part, others, isRequired } = wanted;
  const { template, requested } = query;
  const network = networkRules(query.parts, applied);
  const rest = { networkId: applied.networkId, model: part.name };
  const ofGroup = [part, ...others].filter(({ group }) => group === part.group);
  const listed = new Set(ofGroup.flatMap((one) => sourcesOf(wanted, network, one)));
  const known = [...listed, ...(requested ?? []), ...granteesOf(applied), ANY_OTHER];
  const admitted = known
    .filter((furnisher) => requested?.includes(furnisher) ?? true)
    .filter((furnisher) =>
      isAnsweredBy(furnisher, { template, group: part.group, applied, network, isRequired }),
    );
  const terms = termsOf(template, network, part.dataset);
  if (terms === undefined || admitted.length === 0) {
    const cause = causeOf(wanted, terms);
    const sentence = `No record of the ${words(part.name)} would make it a result: ${cause}`;
    return { ...rest, furnishingEntityIds: null, sentence };
  }
  const isGranted = known.every((furnisher) =>
    neededReads(wanted, part).every((read) =>
      terms.every((one) => one.accessTo(furnisher).allows(one.template.slug, one.nameOf(read))),
    ),
  );
  const showsPolicy = query.readsPolicy(applied.networkId);
  const isListed = listed.size > 0;
  const who = [
    ...(isListed ? ['the policy accepts'] : []),
    ...(isGranted ? [] : ['the consent grants']),
    ...(requested === undefined ? [] : ['the query named']),
  ];
  return {
    ...rest,
    furnishingEntityIds:
      isListed && showsPolicy ? [...listed].filter((one) => admitted.includes(one)) : null,
    sentence: sentenceOf(wanted, terms, who, conditionsOf(wanted, terms, showsPolicy)),
  };
}

/** The fields behind the outputs that the answer or a policy requires of a part. */
function neededReads({ isRequired }: Wanted, { group, reads }: GroupPart): readonly Read[] {
  return reads.filter((read) =>
    group.outputs.some((output) => isRequired(output) && isFrom(output, [read])),
  );
}

function isFrom({ source }: Output, reads: readonly Read[]): boolean {
  const from =
    source.kind === 'furnished' ? [source] : source.kind === 'derived' ? source.from : [];
  return from.some(({ dataset, field }) =>
    reads.some((read) => read.dataset === dataset && read.field === field),
  );
}

/** The furnishers that the policies list for a part or a needed field of it. */
function sourcesOf(wanted: Wanted, network: TemplateRules, part: GroupPart): readonly string[] {
  const needed = neededReads(wanted, part);
  const own = wanted.part.group.outputs.filter(wanted.isRequired).map(({ name }) => name);
  return (termsOf(wanted.query.template, network, part.dataset) ?? []).flatMap((one, place) => {
    const selection = selectionOf(one.policy, one.template.slug);
    const names = [...needed.map(one.nameOf), ...(place === 0 ? own : [])];
    const fields = names.map((name) => fieldSelectionOf(selection, name));
    return [selection, ...fields].flatMap((rule) => rule?.selected_provenance_option_ids ?? []);
  });
}

/** What the record of an admitted furnisher has to satisfy. */
function conditionsOf(wanted: Wanted, terms: readonly Terms[], showsPolicy: boolean): string[] {
  const { part, isRequired, applied } = wanted;
  const required = part.group.outputs.filter(isRequired);
  const compared = part.reads.flatMap((read) => {
    const accepted = acceptedIn(read, terms);
    return accepted === undefined ? [] : [[read, accepted] as const];
  });
  const isCompared = (output: Output) => compared.some(([read]) => isOutput(output, read));
  const fields = [
    ...required.flatMap((output) => {
      if (!isFrom(output, part.reads) || isCompared(output)) return [];
      return output.source.kind === 'derived'
        ? [`determines the field "${words(output.name)}"`]
        : [`states the ${words(output.name)}`];
    }),
    ...compared.map(([{ governedBy }, accepted]) =>
      showsPolicy
        ? `states ${oneOf(accepted)} as ${words(governedBy)}`
        : `states an accepted value as ${words(governedBy)}`,
    ),
  ];
  const days = terms.flatMap(
    (one) => selectionOf(one.policy, one.template.slug)?.max_age_days ?? [],
  );
  const least = days.length === 0 ? undefined : Math.min(...days);
  const isDisputeExcluded = terms.some(
    (one) => (selectionOf(one.policy, one.template.slug)?.disputed_data ?? 'mark') !== 'mark',
  );
  return [
    ...(fields.length > 0 ? fields : ['states a field that the query may read']),
    ...nameCondition(wanted, required, applied),
    ...(least === undefined
      ? []
      : [
          least === 0
            ? 'was verified at the time of the query'
            : `was verified within the last ${daysIn(least)}`,
        ]),
    ...(isDisputeExcluded ? ['has no open dispute'] : []),
  ];
}

function isOutput({ source }: Output, read: Read): boolean {
  return (
    source.kind === 'furnished' && source.dataset === read.dataset && source.field === read.field
  );
}

function nameCondition(
  { query: { template } }: Wanted,
  required: readonly Output[],
  { selections, consent }: AppliedRules,
): string[] {
  if (!template.outputs.some(({ source }) => source.kind === 'legal-name')) return [];
  const selection = selectionOf({ modelSelections: selections }, template.slug);
  if (selection?.name_match === 'require' && consent?.name !== undefined) {
    return ['names the business as the consent does'];
  }
  return required.some(({ source }) => source.kind === 'legal-name') ? ['names the business'] : [];
}

function sentenceOf(
  { query: { template }, part, others }: Wanted,
  terms: readonly Terms[],
  who: readonly string[],
  conditions: readonly string[],
): string {
  const attested = terms.flatMap((one) =>
    selectionOf(one.policy, one.template.slug)?.attestation_required
      ? [`the ${words(one.template.slug)}`]
      : [],
  );
  const attestation =
    attested.length === 0 ? '' : ` with an active attestation to ${inSeries(attested)}`;
  const accepted = who.length === 0 ? '' : ` that ${inSeries(who)}`;
  const record = `a furnisher of the network${attestation}${accepted} had a record of the ${words(part.name)} of this ${template.subject}`;
  const rest = (isSame: boolean) => {
    const named = others.filter(({ group }) => (group === part.group) === isSame);
    if (named.length === 0) return '';
    const all = inSeries(named.map(({ name }) => words(name)));
    return ` It also needs the ${all}${isSame ? ' of the same furnisher' : ''}, as described for each.`;
  };
  return `It would be a result if ${record}, and its latest one ${inSeries(conditions)}.${rest(true)}${rest(false)}`;
}

/** Why no furnisher's records give a result, and what has to change. */
function causeOf(
  { query, applied, part, isRequired }: Wanted,
  terms: readonly Terms[] | undefined,
) {
  const { template } = query;
  if (terms === undefined) {
    return `no consent and no allowed purpose opens the ${words(part.dataset)}.`;
  }
  const disabled = terms.find(
    (one) => selectionOf(one.policy, one.template.slug)?.is_enabled === false,
  );
  if (disabled) return `the policy disables the ${words(disabled.template.slug)}.`;
  const closed = part.group.outputs.filter(isRequired).flatMap(({ name }) => {
    const code = closedIn(applied, template.slug, name);
    return code === undefined ? [] : [[code, name] as const];
  });
  const [code, name = ''] = closed[0] ?? [];
  return (
    closedCause(code, words(name)) ??
    'no furnisher satisfies the policies, the consent and the query at once.'
  );
}
