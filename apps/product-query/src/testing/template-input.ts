import { templateBySlug, TEMPLATES, type Template } from '@ndx/catalog';
import { judgeValues } from '../domain/template/choose-values.js';
import { consentedAccess } from '../domain/consent/consented-access.js';
import type { DatasetRules, NetworkRules, RulesByNetwork } from '../domain/policy/network-rules.js';
import { builtInDefault } from '../domain/policy/querying-policy.js';
import { templateAnswer, type TemplateAnswer } from '../domain/template/template-answer.js';
import type { TemplateValue } from '../domain/template/template-value.js';
import { aField, aPolicy, aSelection, FURNISHER, id, NETWORK, NOW, DAY } from './builders.js';
import type { VisibleInput } from '../domain/template/visible-values.js';

export function templateNamed(slug: string): Template {
  const template = templateBySlug(slug);
  if (!template) throw new Error(`there is no template ${slug}`);
  return template;
}

/** The legal name of every business in these tests. */
export const LEGAL_NAME = 'Example LLC';

/** An answer of `total_consumer_assets`, whose outputs are all optional. */
export function aValue(change: Partial<TemplateValue> = {}): TemplateValue {
  return {
    dataset: 'total_consumer_assets',
    field: 'asset_type',
    networkId: NETWORK,
    subjectId: id(80),
    furnishingEntityId: FURNISHER,
    recordId: id(100),
    furnishedAt: NOW - 30 * DAY,
    value: 'house',
    isLarge: false,
    ...change,
  };
}

/** A value for each field that a template returns as furnished. */
export function valuesOf(slug: string, change: Partial<TemplateValue> = {}): TemplateValue[] {
  return templateNamed(slug).outputs.flatMap(({ source }) =>
    source.kind === 'furnished'
      ? [aValue({ dataset: source.dataset, field: source.field, value: '1.10', ...change })]
      : [],
  );
}

/** A network without restrictions, except for the given consent and policies. */
function networkRules(change: Partial<NetworkRules> = {}): NetworkRules {
  const { policy = builtInDefault(id(3)), consent } = change;
  const parts = change.parts ?? new Map(TEMPLATES.map(({ slug }) => [slug, aPart()]));
  return { consent, policy, parts, accessTo: consentedAccess(consent, NOW) };
}

/** The rules of a data set that a bundle reads, without restrictions except for the given ones. */
export function aPart(change: Partial<NetworkRules> = {}): DatasetRules {
  const { policy = builtInDefault(id(3)), consent } = change;
  return { policy, consent, accessTo: consentedAccess(consent, NOW) };
}

/** A policy with a selection for one field of a template. */
export function aPolicyOn(slug: string, field: Parameters<typeof aField>[0]) {
  return aPolicy({
    modelSelections: [aSelection({ model_name: slug, field_selections: [aField(field)] })],
  });
}

export interface Setting {
  readonly rules?: Partial<NetworkRules>;
  /** The furnishers with a current attestation for every template. */
  readonly attested?: readonly string[];
  readonly open?: VisibleInput['open'];
}

/** Values that furnishers have for a template in one network. */
export function anInput(
  slug: string,
  values: readonly TemplateValue[],
  { rules, attested = [], open = ({ value }) => value }: Setting = {},
): VisibleInput & { readonly rulesByNetwork: RulesByNetwork } {
  return {
    template: templateNamed(slug),
    values,
    rulesByNetwork: new Map([[NETWORK, networkRules(rules)]]),
    attestationOf: (_, furnisherId) => (attested.includes(furnisherId) ? id(40) : null),
    legalNameOf: () => LEGAL_NAME,
    open,
    now: NOW,
  };
}

/** The answer to a query. */
export function answerTo(input: VisibleInput): TemplateAnswer | undefined {
  const { choice } = judgeValues(input);
  return templateAnswer({ ...input, choice, queryId: id(1) }).answer;
}
