import { partsOf, type Template } from '@ndx/catalog';
import { byOrigin } from '../by-origin.js';
import type { Judgement } from '../candidate.js';
import type { OmittedNetwork, RulesByNetwork } from '../policy/network-rules.js';
import type { documentsInAnswer } from '../released-documents.js';
import type { TemplateInput } from '../template/read-records.js';
import { disputedIn } from './decided-disputes.js';
import type { DecidedPart, DecidedTemplate } from './decided-template.js';
import {
  decidedRecords,
  decisiveConsents,
  differingIn,
  leftOf,
  type Decision,
} from './decision.js';
import { places, type Places } from './places.js';

interface DecidedTemplateQuery extends Pick<
  TemplateInput,
  'template' | 'records' | 'attestationOf' | 'legalNameOf' | 'now'
> {
  readonly rulesByNetwork: RulesByNetwork;
  readonly omitted: readonly OmittedNetwork[];
  readonly judgements: readonly Judgement[];
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  readonly answerHash: string | undefined;
  /** The documents that the issued answer references. */
  readonly documents?: ReturnType<typeof documentsInAnswer>;
  /** The furnishers that a check names; empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
}

/** The decision on a query of a template. */
export function templateDecisionOf(query: DecidedTemplateQuery): Decision {
  const { template, rulesByNetwork, attestationOf, judgements, outputs, answerHash, now } = query;
  const networkIds = [...rulesByNetwork.keys()];
  const ids = places();
  const models = decidedRecords(judgements, networkIds, ids);
  const { consents, bound, parts } = rulesOf(template, rulesByNetwork, now);
  const furnishers = [...new Set(query.records.map((record) => record.furnishingEntityId))];
  const withAttestations = parts.map(({ part, rules }): [string, DecidedPart] => {
    const attestations = furnishers.flatMap((furnisher): DecidedPart['attestations'][number][] => {
      const attestation = attestationOf(part.id, furnisher);
      return attestation === null ? [] : [[ids.placeOf(furnisher), ids.placeOf(attestation)]];
    });
    return [part.slug, { rules, attestations }];
  });
  const absent = Object.entries(outputs ?? {}).flatMap(([name, value]) =>
    value === null ? [name] : [],
  );
  const denied = template.outputs.flatMap(({ name, source }) =>
    source.kind === 'attested' && outputs?.[name] === false ? [name] : [],
  );
  const times = judgements.flatMap(({ candidate: { model, performedAt }, verdict }) =>
    verdict === 'chosen' ? [[model, performedAt] as const] : [],
  );
  return {
    ...(consents.length > 0 && { consents, bound }),
    ...(query.furnishingEntityIds.length > 0 && { requested: query.furnishingEntityIds }),
    ...leftOf(judgements, networkIds, ids),
    ...disputedIn(judgements, ids),
    ids: ids.listed,
    models,
    ...differingIn(judgements, ids),
    ...(query.omitted.length > 0 && { omitted: query.omitted }),
    template: {
      slug: template.slug,
      ...(outputs && { absent, times: Object.fromEntries(times) }),
      ...(denied.length > 0 && { denied }),
      ...legalNamesOf(query, networkIds, ids),
      ...(parts.length > 0 && { parts: Object.fromEntries(withAttestations) }),
      ...documentsOf(query, ids),
      ...(answerHash !== undefined && { answer: answerHash }),
    },
  };
}

/** Nothing where the answer references no document. */
function documentsOf(
  { documents = [] }: DecidedTemplateQuery,
  { placeOf }: Places,
): Pick<DecidedTemplate, 'documents'> {
  if (documents.length === 0) return {};
  return {
    documents: documents.map(
      ({ field, furnisherId, documentId }) => [field, placeOf(furnisherId), documentId] as const,
    ),
  };
}

function legalNamesOf(
  { template, judgements, legalNameOf }: DecidedTemplateQuery,
  networkIds: readonly string[],
  { placeOf }: Places,
): Pick<DecidedTemplate, 'legalNames'> {
  if (!template.outputs.some(({ source }) => source.kind === 'legal-name')) return {};
  const candidates = judgements.map(({ candidate }) => candidate);
  const legalNames = byOrigin(candidates, (candidate) => candidate).flatMap(([first]) => {
    if (!first) return [];
    const { networkId, furnishingEntityId } = first;
    const name = legalNameOf(networkId, furnishingEntityId);
    const network = networkIds.indexOf(networkId);
    return name === null ? [] : [[network, placeOf(furnishingEntityId), name] as const];
  });
  return { legalNames };
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
