import { covers, partsOf, type Template } from '@ndx/catalog';
import {
  denied,
  PERMISSIBLE_PURPOSE_HEADER,
  type PermissiblePurpose,
  type Principal,
} from '@ndx/contracts';
import { choosePolicies } from '../domain/choose-policies.js';
import { consentedAccess } from '../domain/consented-access.js';
import { requireConsent } from '../domain/consent.js';
import type { DatasetRules, NetworkRules, RulesByNetwork } from '../domain/network-rules.js';
import { allowsWithoutConsent } from '../domain/querying-policy.js';
import { bindingConsent, type Binding } from '../domain/binding-consent.js';
import type { TemplateFacts } from '../storage/template-reader.js';

export interface TemplateRulesRequest {
  readonly principal: Principal;
  readonly template: Template;
  readonly networkIds: readonly string[];
  /** A policy that governs all networks; undefined: each network's own default. */
  readonly policyId?: string | undefined;
  /** A consent that binds all networks; undefined: those that were recorded (decision 0068). */
  readonly consentId?: string | undefined;
  /** The purpose that the request names. */
  readonly purpose?: PermissiblePurpose | undefined;
  readonly now: number;
}

type TemplateRulesFacts = Pick<TemplateFacts, 'consent' | 'policies' | 'subjects' | 'recorded'>;

/**
 * Resolves the effective consent and policy for each network, and for each data set that a bundle
 * reads there (decision 0028).
 * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, VALIDATION_ERROR as consents and policies demand
 */
export function resolveTemplateRules(
  question: TemplateRulesRequest,
  facts: TemplateRulesFacts,
): RulesByNetwork {
  const { template, networkIds } = question;
  const bindingOf = bindingRule(question, facts);
  const own = datasetRules(question, facts, bindingOf, template, question.policyId);
  if (own.size === 0) throw refusal(question, bindingOf);
  const parts = partsOf(template).map(
    (part) => [part.slug, datasetRules(question, facts, bindingOf, part)] as const,
  );
  return new Map(
    networkIds.flatMap((networkId): [string, NetworkRules][] => {
      const rules = own.get(networkId);
      if (!rules) return [];
      const open = parts.flatMap(([slug, rulesByNetwork]) => {
        const part = rulesByNetwork.get(networkId);
        return part ? [[slug, part] as const] : [];
      });
      return [[networkId, { ...rules, parts: new Map(open) }]];
    }),
  );
}

type BindingRule = (networkId: string, slug: string) => Binding;

/**
 * What binds the template, and what binds a data set beside it: only a consent to that data set which
 * is newer than the one to the template, and is not one to both (decision 0028). A consent that is
 * named binds all of it, in every listed network.
 */
function bindingRule(question: TemplateRulesRequest, facts: TemplateRulesFacts): BindingRule {
  const { principal, template, networkIds, consentId, now } = question;
  const { slug, subject: subjectType } = template;
  if (consentId !== undefined) {
    const request = { principal, subjectType, networkIds, slug, now };
    const consent = requireConsent(request, facts.consent);
    return (_, dataset) => (dataset === slug ? consent : 'of the bundle');
  }
  return (networkId, dataset) => {
    const slugs = [slug, dataset];
    const binding = bindingConsent({ ...facts, subjectType, now }, networkId, slugs);
    const isOfTemplate = typeof binding === 'object' && covers(binding.scope, slug);
    return dataset !== slug && isOfTemplate ? 'of the bundle' : binding;
  };
}

/** Why no network is left. */
function refusal({ networkIds, template }: TemplateRulesRequest, bindingOf: BindingRule) {
  return networkIds.some((networkId) => bindingOf(networkId, template.slug) === 'closed')
    ? denied('consents were recorded, and none that is in force covers this query')
    : denied(
        `no consent is recorded that covers this query, and no policy allows the purpose that ${PERMISSIBLE_PURPOSE_HEADER} names`,
      );
}

/** By network, without those that consent or the want of one closes. */
function datasetRules(
  { principal, template, networkIds, purpose, now }: TemplateRulesRequest,
  facts: TemplateRulesFacts,
  bindingOf: BindingRule,
  { id: productId, slug }: Template,
  policyId?: string,
): ReadonlyMap<string, DatasetRules> {
  const policies = choosePolicies({ principal, policyId, networkIds, productId }, facts.policies);
  return new Map(
    [...policies].flatMap(([networkId, policy]) => {
      const binding = bindingOf(networkId, slug);
      if (binding === 'closed') return [];
      if (binding === 'none' && !allowsWithoutConsent(policy, template.subject, purpose)) return [];
      const consent = typeof binding === 'object' ? binding : undefined;
      return [[networkId, { consent, accessTo: consentedAccess(consent, now), policy }] as const];
    }),
  );
}
