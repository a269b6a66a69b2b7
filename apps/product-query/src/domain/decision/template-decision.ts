import { denialsOf, partsOf, type Template } from '@ndx/catalog';
import type { Verdict } from '@ndx/contracts';
import type { ValueJudgement } from '../template/choose-values.js';
import type { LocatedSubject } from '../consent/binding-consent.js';
import type {
  DecidedTemplate,
  DecidedValues,
  DecidedDenial,
  DecidedPart,
} from './decided-template.js';
import { decisiveConsents, type Decision } from './decision.js';
import type { RulesByNetwork } from '../policy/network-rules.js';
import { places } from './places.js';
import { keyOf, type TemplateValue } from '../template/template-value.js';
import type { VisibleInput } from '../template/visible-values.js';

interface DecidedTemplateQuery extends Pick<
  VisibleInput,
  'template' | 'values' | 'attestationOf' | 'now'
> {
  readonly rulesByNetwork: RulesByNetwork;
  readonly judgements: readonly ValueJudgement[];
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  readonly subjects: readonly LocatedSubject[];
  readonly answerHash: string | undefined;
  /** The furnishers that a check names; empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
}

/** The decision on a query of a template. */
export function templateDecisionOf(query: DecidedTemplateQuery): Decision {
  const { template, rulesByNetwork, attestationOf, outputs, answerHash, now } = query;
  const networkIds = [...rulesByNetwork.keys()];
  const { listed: ids, placeOf } = places();
  const { listed: fields, placeOf: fieldAt } = places();
  const originOf = ({ networkId, furnishingEntityId, recordId }: TemplateValue) =>
    [networkIds.indexOf(networkId), placeOf(furnishingEntityId), placeOf(recordId)] as const;
  const values = valuesByDataset(query, (value, verdict, ofFields, excludedIn) => {
    const attestation = attestationOf(template.id, value.furnishingEntityId);
    const judged = [
      ...originOf(value),
      attestation === null ? null : placeOf(attestation),
      verdict,
      ofFields.map(fieldAt),
    ] as const;
    return excludedIn === undefined ? judged : [...judged, excludedIn];
  });
  const denials = denyingValues(query).map((value): DecidedDenial => [
    ...originOf(value),
    value.dataset,
    fieldAt(value.field),
  ]);
  const { consents, bound, parts } = rulesOf(template, rulesByNetwork, now);
  const furnishers = [...new Set(query.values.map((value) => value.furnishingEntityId))];
  const withAttestations = parts.map(({ part, rules }): [string, DecidedPart] => {
    const attestations = furnishers.flatMap((furnisher): DecidedPart['attestations'][number][] => {
      const attestation = attestationOf(part.id, furnisher);
      return attestation === null ? [] : [[placeOf(furnisher), placeOf(attestation)]];
    });
    return [part.slug, { rules, attestations }];
  });
  const absent = Object.entries(outputs ?? {}).flatMap(([name, value]) =>
    value === null ? [fieldAt(name)] : [],
  );
  return {
    ...(consents.length > 0 && { consents, bound }),
    ...(query.furnishingEntityIds.length > 0 && { requested: query.furnishingEntityIds }),
    ids,
    models: {},
    template: {
      slug: template.slug,
      fields,
      values,
      ...(denials.length > 0 && { denials }),
      ...(outputs && { absent }),
      ...legalNamesOf(query, networkIds),
      ...(parts.length > 0 && { parts: Object.fromEntries(withAttestations) }),
      ...(answerHash !== undefined && { answer: answerHash }),
    },
  };
}

/** Groups the values of one record with the same verdict. */
function valuesByDataset(
  { template, judgements }: DecidedTemplateQuery,
  decided: (
    value: TemplateValue,
    verdict: Verdict,
    fields: readonly string[],
    excludedIn?: string,
  ) => DecidedValues,
): DecidedTemplate['values'] {
  const groups = new Map<string, ValueJudgement[]>();
  for (const judgement of judgements) {
    const { value, verdict, excludedIn } = judgement;
    const key = `${value.dataset} ${value.recordId} ${verdict} ${excludedIn ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(judgement);
    else groups.set(key, [judgement]);
  }
  const values: Record<string, DecidedValues[]> = {};
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { value, verdict, excludedIn } = first;
    const names = group.map((one) => one.value.field);
    const elsewhere = excludedIn === template.slug ? undefined : excludedIn;
    (values[value.dataset] ??= []).push(decided(value, verdict, names, elsewhere));
  }
  return values;
}

function legalNamesOf(
  { template, subjects }: DecidedTemplateQuery,
  networkIds: readonly string[],
): Pick<DecidedTemplate, 'legalNames'> {
  if (!template.outputs.some(({ source }) => source.kind === 'legal-name')) return {};
  const names = new Map(subjects.map(({ networkId, legalName }) => [networkId, legalName]));
  return { legalNames: networkIds.map((networkId) => names.get(networkId) ?? null) };
}

/** The values that no answer returns, but that may deny an output of it. */
function denyingValues({ template, rulesByNetwork, values }: DecidedTemplateQuery) {
  const denying = new Set(denialsOf(template).map(keyOf));
  return values.filter((value) => denying.has(keyOf(value)) && rulesByNetwork.has(value.networkId));
}

/** The consents, and where each applies. */
function rulesOf(template: Template, rulesByNetwork: RulesByNetwork, now: number) {
  const networks = [...rulesByNetwork.values()];
  const parts = partsOf(template).map((part) => ({
    part,
    networks: networks.map((network) => network.parts.get(part.slug)),
  }));
  const { consents, placeOf } = decisiveConsents(
    [...networks, ...parts.flatMap((one) => one.networks)].map((rules) => rules?.consent),
    now,
  );
  return {
    consents,
    bound: networks.map(({ consent }) => placeOf(consent)),
    parts: parts.map((one) => ({
      part: one.part,
      rules: one.networks.map((rules): DecidedPart['rules'][number] =>
        rules ? [rules.policy.id, rules.policy.version, placeOf(rules.consent)] : null,
      ),
    })),
  };
}
