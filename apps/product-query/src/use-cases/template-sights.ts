import { covers, type Template } from '@ndx/catalog';
import { isMember, type ConsentState, type Principal } from '@ndx/contracts';
import { choosePolicies } from '../domain/choose-policies.js';
import { consentedAccess } from '../domain/consented-access.js';
import { requireConsent } from '../domain/consent.js';
import type { NetworkSight, Sights } from '../domain/network-sight.js';
import { bindingConsents } from '../domain/template-consent.js';
import type { TemplateFacts } from '../storage/template-reader.js';

export interface SightQuestion {
  readonly principal: Principal;
  readonly template: Template;
  readonly networkIds: readonly string[];
  /** A policy that governs all networks; undefined: each network's own default. */
  readonly policyId?: string | undefined;
  /** A consent that binds all networks; undefined: those that were recorded (decision 0020). */
  readonly consentId?: string | undefined;
  readonly now: number;
}

/**
 * What consent and policy let a caller see of each network.
 * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, VALIDATION_ERROR as consents and policies demand
 */
export function templateSights(question: SightQuestion, facts: TemplateFacts): Sights {
  const { principal, template, networkIds, now } = question;
  const bindings = bindingsOf(question, facts);
  const policies = choosePolicies(
    {
      policyId: question.policyId,
      networkIds,
      productId: template.id,
      isMember: (networkId) => isMember(principal, networkId),
    },
    facts.policies,
  );
  return new Map(
    networkIds.flatMap((networkId): [string, NetworkSight][] => {
      const policy = policies.get(networkId);
      const consent = bindings.get(networkId);
      if (!policy || !bindings.has(networkId)) return [];
      return [[networkId, { consent, accessTo: consentedAccess(consent, now), policy }]];
    }),
  );
}

function bindingsOf(
  question: SightQuestion,
  facts: TemplateFacts,
): ReadonlyMap<string, ConsentState | undefined> {
  const { template, networkIds } = question;
  if (question.consentId === undefined) return bindingConsents({ ...question, ...facts });
  const isInScope = (scope: string) => covers(scope, template.slug);
  const consent = requireConsent(
    { ...question, subjectType: template.subject, isInScope },
    facts.consent,
  );
  return new Map(networkIds.map((networkId) => [networkId, consent]));
}
