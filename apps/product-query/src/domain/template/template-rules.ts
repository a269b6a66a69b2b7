import { covers, partsOf, type Template } from '@ndx/catalog';
import {
  denied,
  PERMISSIBLE_PURPOSE_HEADER,
  type PermissiblePurpose,
  type Principal,
} from '@ndx/contracts';
import { choosePolicies } from '../policy/choose-policies.js';
import { consentedAccess } from '../consent/consented-access.js';
import type {
  DatasetRules,
  NetworkRules,
  OmittedNetwork,
  RulesByNetwork,
} from '../policy/network-rules.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import { admission, isRefused } from '../consent/admission.js';
import { bindingConsent, type Binding, type ConsentQuestion } from '../consent/binding-consent.js';

export interface TemplateRulesRequest {
  readonly principal: Principal;
  readonly template: Template;
  readonly networkIds: readonly string[];
  /** A policy for all networks; undefined: each network's own default. */
  readonly policyId?: string | undefined;
  /** The purpose in the request. */
  readonly purpose?: PermissiblePurpose | undefined;
  readonly now: number;
}

interface TemplateRulesFacts extends Pick<ConsentQuestion, 'subjects' | 'recorded'> {
  /** The named policy, and the networks' defaults for the template and its data sets. */
  readonly policies: readonly QueryingPolicy[];
}

/** The effective rules of a template's query, and the networks that it leaves out. */
export interface ResolvedRules {
  readonly rulesByNetwork: RulesByNetwork;
  readonly omitted: readonly OmittedNetwork[];
}

/**
 * Resolves the effective consent and policy for each network, and for each data set that a bundle
 * reads there (decision 0028).
 * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, VALIDATION_ERROR as consents and policies demand
 */
export function resolveTemplateRules(
  question: TemplateRulesRequest,
  facts: TemplateRulesFacts,
): ResolvedRules {
  const { template, networkIds } = question;
  const bindingOf = bindingRule(question, facts);
  const { open: own, omitted } = datasetRules(
    question,
    facts,
    bindingOf,
    template,
    question.policyId,
  );
  if (own.size === 0) throw refusal(omitted);
  const parts = partsOf(template).map(
    (part) => [part.slug, datasetRules(question, facts, bindingOf, part).open] as const,
  );
  const rules = networkIds.flatMap((networkId): [string, NetworkRules][] => {
    const found = own.get(networkId);
    if (!found) return [];
    const open = parts.flatMap(([slug, rulesByNetwork]) => {
      const part = rulesByNetwork.get(networkId);
      return part ? [[slug, part] as const] : [];
    });
    return [[networkId, { ...found, parts: new Map(open) }]];
  });
  return { rulesByNetwork: new Map(rules), omitted };
}

type BindingRule = (networkId: string, slug: string) => Binding;

/**
 * The effective consents of the template and of a data set that it reads. A separate consent
 * applies to the data set only if it is newer than the template's consent and does not cover both
 * (decision 0028).
 */
function bindingRule(question: TemplateRulesRequest, facts: TemplateRulesFacts): BindingRule {
  const { template, now } = question;
  const { slug, subject: subjectType } = template;
  return (networkId, dataset) => {
    const slugs = [slug, dataset];
    const binding = bindingConsent({ ...facts, subjectType, now }, networkId, slugs);
    const isOfTemplate = typeof binding === 'object' && covers(binding.scope, slug);
    return dataset !== slug && isOfTemplate ? 'of the bundle' : binding;
  };
}

/** The reason why no network is left. */
function refusal(omitted: readonly OmittedNetwork[]) {
  return omitted.some(({ reason }) => reason === 'consent_out_of_scope')
    ? denied(
        'consent_out_of_scope',
        'consents are recorded, but no consent in force covers this query',
      )
    : denied(
        'consent_required',
        `no recorded consent covers this query, and no policy allows the purpose in ${PERMISSIBLE_PURPOSE_HEADER}`,
      );
}

/** Rules by network, and the networks that a consent, or its absence, closes. */
function datasetRules(
  { principal, networkIds, purpose, now }: TemplateRulesRequest,
  facts: TemplateRulesFacts,
  bindingOf: BindingRule,
  dataset: Template,
  policyId?: string,
): { readonly open: ReadonlyMap<string, DatasetRules>; readonly omitted: OmittedNetwork[] } {
  const { id: productId, slug } = dataset;
  const policies = choosePolicies({ principal, policyId, networkIds, productId }, facts.policies);
  const open = new Map<string, DatasetRules>();
  const omitted: OmittedNetwork[] = [];
  for (const [networkId, policy] of policies) {
    const admitted = admission(bindingOf(networkId, slug), policy, dataset, purpose);
    if (isRefused(admitted)) {
      omitted.push({ networkId, ...admitted });
    } else {
      const { consent } = admitted;
      open.set(networkId, { consent, accessTo: consentedAccess(consent, now), policy });
    }
  }
  return { open, omitted };
}
