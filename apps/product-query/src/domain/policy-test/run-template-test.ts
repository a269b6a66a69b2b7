import type { Template } from '@ndx/catalog';
import { EXCLUSIONS } from '@ndx/contracts';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import { chooseGroups, type Choice } from '../template/choose-groups.js';
import { templateAnswer, type TemplateAnswer } from '../template/template-answer.js';
import { resolveTemplateRules } from '../template/template-rules.js';
import type { PolicyTest } from './policy-test.js';
import type { FoundGroup, FoundOutcome } from './found-outcome.js';
import { statedOutputs } from './template-test-parts.js';
import { NO_RECORD } from './test-parts.js';
import {
  attestationsIn,
  legalNamesIn,
  MATCH_HASHES,
  querierOf,
  SUBJECT,
  testedCandidates,
  testedConsents,
} from './tested-facts.js';
import { NETWORK } from './tested-policy.js';

/**
 * Decides the query of a test of a template. The data sets that a bundle reads have the built-in
 * policy.
 * @throws DomainError for a refusal
 */
export function decidedTemplate(
  test: PolicyTest,
  template: Template,
  policy: QueryingPolicy,
): FoundOutcome {
  const { querying_entity_id: querier, permissible_purpose: purpose } = test.query;
  const now = Date.parse(test.at);
  const consents = testedConsents(test).map(([, consent]) => consent);
  const { rulesByNetwork } = resolveTemplateRules(
    { principal: querierOf(querier), template, networkIds: [NETWORK], purpose, now },
    {
      policies: [policy],
      subjects: [{ networkId: NETWORK, subjectId: SUBJECT, matchHashes: MATCH_HASHES }],
      recorded: consents.filter(({ entity_id: id }) => id === querier),
    },
  );
  const [attestationOf, legalNameOf] = [attestationsIn(test), legalNamesIn(test)];
  const input = {
    ...{ template, rulesByNetwork, records: testedCandidates(test), now },
    attestationOf: (_templateId: string, furnisherId: string) => attestationOf(furnisherId),
    legalNameOf: (_networkId: string, furnisherId: string) => legalNameOf(furnisherId),
    // No value of a test is encrypted.
    open: (_dataset: string, _field: string, value: unknown) => value,
  };
  const { choice, judgements } = chooseGroups(input);
  const { answer } = templateAnswer({ ...input, choice, queryId: SUBJECT });
  if (answer) return { outcome: 'issued', reasons: [], groups: groupsOf(template, choice, answer) };
  const exclusions: readonly string[] = EXCLUSIONS;
  const excluded = judgements
    .map(({ verdict }) => verdict)
    .filter((verdict) => exclusions.includes(verdict));
  return {
    outcome: 'no_result',
    reasons: excluded.length > 0 ? [...new Set(excluded)] : [NO_RECORD],
  };
}

/** The groups of the answer, with the outputs that a test can state. */
function groupsOf(
  { groups }: Template,
  choice: Choice,
  { body }: Pick<TemplateAnswer, 'body'>,
): FoundOutcome['groups'] {
  const found = groups.map(({ name, outputs }): [string, FoundGroup | null] => {
    const source = choice.get(name)?.furnishingEntityId;
    if (source === undefined) return [name, null];
    const stated = statedOutputs(outputs).map(
      (output) => [output.name, body[output.name]] as const,
    );
    return [name, { furnishing_entity_id: source, outputs: Object.fromEntries(stated) }];
  });
  return Object.fromEntries(found);
}
