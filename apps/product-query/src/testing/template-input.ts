import { templateBySlug, TEMPLATES, type Template } from '@ndx/catalog';
import type { Candidate, Judgement } from '../domain/candidate.js';
import { consentedAccess } from '../domain/consent/consented-access.js';
import type { DatasetRules, NetworkRules, RulesByNetwork } from '../domain/policy/network-rules.js';
import { builtInDefault } from '../domain/policy/querying-policy.js';
import { chooseGroups } from '../domain/template/choose-groups.js';
import type { TemplateInput } from '../domain/template/read-records.js';
import { templateAnswer, type TemplateAnswer } from '../domain/template/template-answer.js';
import { aField, aPolicy, aSelection, DAY, FURNISHER, id, NETWORK, NOW } from './builders.js';

export function templateNamed(slug: string): Template {
  const template = templateBySlug(slug);
  if (!template) throw new Error(`there is no template ${slug}`);
  return template;
}

/** The legal name of every business in these tests. */
export const LEGAL_NAME = 'Example LLC';

type Values = Readonly<Record<string, unknown>>;

/** A furnisher's newest record of a template, furnished and verified 30 days ago. */
export function aTemplateRecord(
  slug: string,
  values: Values,
  change: Partial<Candidate> = {},
): Candidate {
  const furnishedAt = change.furnishedAt ?? NOW - 30 * DAY;
  return {
    model: slug,
    networkId: NETWORK,
    furnishingEntityId: FURNISHER,
    recordId: id(100),
    performedAt: furnishedAt,
    furnishedAt,
    attestationId: null,
    statedBusiness: null,
    disputes: [],
    newest: null,
    text: JSON.stringify(values),
    ...change,
  };
}

/** A value for each field of a data set that a template returns as furnished. */
export function valuesOf(slug: string, dataset = slug): Values {
  return Object.fromEntries(
    templateNamed(slug).outputs.flatMap(({ source, type }) =>
      source.kind === 'furnished' && source.dataset === dataset
        ? [[source.field, exampleOf(source.field, type)] as const]
        : [],
    ),
  );
}

/** Words that state that a step succeeded, and a time; else a decimal. */
function exampleOf(field: string, type: string): unknown {
  if (type === 'boolean') return true;
  if (type === 'date-time') return new Date(NOW - 30 * DAY).toISOString();
  if (type === 'string[]') return ['1.10'];
  return WORDS.find(([end]) => field.endsWith(end))?.[1] ?? '1.10';
}

const WORDS = [
  ['delinquency_status', 'current'],
  ['cross_source_consistency', 'consistent'],
  ['address_verification_method_type', 'utility bill'],
  ['image_quality', 'high'],
  ['biometric_artifact_type', 'selfie'],
  ['identity_document_type', 'passport'],
  ['liveness_capture_method_type', 'video'],
  ['evidence_clarity', 'clear'],
] as const;

/** A complete record of each data set that a template reads. */
export function recordsOf(slug: string, change: Partial<Candidate> = {}): Candidate[] {
  const datasets = new Set(
    templateNamed(slug).outputs.flatMap(({ source }) =>
      source.kind === 'furnished' ? [source.dataset] : [],
    ),
  );
  return [...datasets].map((dataset) => aTemplateRecord(dataset, valuesOf(slug, dataset), change));
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
  readonly open?: TemplateInput['open'];
}

/** Records that furnishers have for a template in one network. */
export function anInput(
  slug: string,
  records: readonly Candidate[],
  { rules, attested = [], open = (_dataset, _field, value) => value }: Setting = {},
): TemplateInput & { readonly rulesByNetwork: RulesByNetwork } {
  const attestationOf = (_: string, furnisherId: string) =>
    attested.includes(furnisherId) ? id(40) : null;
  return {
    template: templateNamed(slug),
    records: records.map((record) => ({
      ...record,
      attestationId: attestationOf('', record.furnishingEntityId),
    })),
    rulesByNetwork: new Map([[NETWORK, networkRules(rules)]]),
    attestationOf,
    legalNameOf: () => LEGAL_NAME,
    open,
    now: NOW,
  };
}

/** The answer to a query. */
export function answerTo(input: TemplateInput): TemplateAnswer | undefined {
  const { choice } = chooseGroups(input);
  return templateAnswer({ ...input, choice, queryId: id(1) }).answer;
}

/** The verdict on each record, with the field and the data set that it is about. */
export function verdictsOn(input: TemplateInput): Omit<Judgement, 'candidate'>[] {
  return chooseGroups(input).judgements.map(({ verdict, field, excludedIn }) => ({
    verdict,
    ...(field !== undefined && { field }),
    ...(excludedIn !== undefined && { excludedIn }),
  }));
}
