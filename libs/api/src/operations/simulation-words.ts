import { kybCertificate } from '@ndx/catalog';
import { BOUNDS, EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from '../words/words.js';
import { EXAMPLE_HASH } from './audit-entry.js';
import { EXAMPLE_MODEL } from './policy-shapes.js';

const OF_QUERY = `/v1/query-events/${EXAMPLE_IDS.query}`;

const FROM = ['The start of the period, inclusive.', '2026-01-01T00:00:00.000Z'] as const;
const TO = ['The end of the period, exclusive.', '2026-02-01T00:00:00.000Z'] as const;

/** The members of a simulation and of the items of a list of simulations. */
function headWords(schema: string): WordTable {
  const words: WordTable = {
    network_id: ['The network of the policy.', EXAMPLE_IDS.network],
    policy_id: ['The policy for which the simulation was started.', EXAMPLE_IDS.policy],
    policy_version: ['The simulated version; null for members in the request.', 2],
    product_id: ['The product or template of the policy.', kybCertificate.id],
    is_default:
      'Whether the policy is simulated as the default of its network: then queries that named no policy use it.',
    enforced:
      'Whether the policy is simulated as enforced: where it is the default, queries that named another policy are refused.',
    status:
      'The simulated status: an archived policy is no default, and queries that named it are refused.',
    digest: [
      'SHA-256 in hexadecimal of the simulated `is_default`, `enforced`, `status`, `model_selections`, `consent` and `permissible_purposes`, as one object in the canonical form of RFC 8785.',
      EXAMPLE_HASH,
    ],
    from: FROM,
    to: TO,
    state: 'Whether the simulation continues, and how it ended.',
    failure:
      '`role_missing`: its institution or account may not govern the network any more. `operation_failed`: it made no progress for an hour. Null unless it failed.',
    entity_id: ['The institution that started it.', EXAMPLE_IDS.operator],
    account_id: ['The account that started it.', EXAMPLE_IDS.account],
    created_at: ['The time at which it was started.', '2026-02-01T09:30:00.000Z'],
    ended_at: ['The time at which it ended; null while it runs.', '2026-02-01T09:31:00.000Z'],
    simulated_until: [
      'The progress: the queries of the period before this time are done.',
      '2026-01-20T09:30:00.000Z',
    ],
    simulated_queries: ['The queries that were simulated.', 1_000],
    changed_queries: ['The simulated queries whose answer changes.', 12],
  };
  return Object.fromEntries(
    Object.entries(words).map(([member, word]) => [`${schema}.${member}`, word]),
  );
}

export const SIMULATION_WORDS: WordTable = {
  simulation_id: ['The simulation.', EXAMPLE_IDS.simulation],
  'StartSimulation.policy_id': [
    'The policy: its network and product decide which queries are simulated.',
    EXAMPLE_IDS.policy,
  ],
  'StartSimulation.policy_version': [
    'A version of the policy, by default the latest; not with members.',
    2,
  ],
  'StartSimulation.is_default':
    'Whether the policy is the default of its network, which queries that named no policy use; by default as it is now. If false, the built-in default answers the queries that used the policy as the default.',
  'StartSimulation.enforced':
    'Whether a query may name no other policy where the policy is the default; by default as it is now.',
  'StartSimulation.status': 'The status that the policy would have; `published` by default.',
  'StartSimulation.consent':
    'The requirement of a query, by default as in the policy; null: `required` for a consumer, `permissible_purpose` for a business.',
  'StartSimulation.from': FROM,
  'StartSimulation.to': [
    'The end of the period, exclusive; by default, and at most, now.',
    '2026-02-01T00:00:00.000Z',
  ],
  ...headWords('SimulationHead'),
  ...headWords('Simulation'),
  'Simulation.model_selections': 'The simulated selections, complete.',
  'Simulation.consent':
    'The simulated requirement of a query; null: `required` for a consumer, `permissible_purpose` for a business.',
  'Simulation.permissible_purposes': 'The simulated purposes; empty: any.',
  listed_queries: [
    `The queries in the list: the first ${BOUNDS.simulation.listed} changed ones, and after them the first ${BOUNDS.simulation.listedOfEach} of each entry of the counts.`,
    12,
  ],
  not_simulated: 'The queries of the network and the period that were not simulated, by reason.',
  'NotSimulatedCount.code':
    '`other_product`: of another product or template. `other_policy`: another policy applied in the network, and the query would not use this one. `dataset_closed`: of a bundle that left out the data set of the policy in the network. `not_governed`: also of a network that the governor does not govern. `not_recorded`: answered before decisions were recorded. `record_missing`: furnishing lacks a record on which the answer under the policy depends.',
  'NotSimulatedCount.count': ['The number of queries.', 3],
  outcomes: 'The simulated queries by outcome, the unchanged ones too.',
  'SimulatedOutcomeCount.count': ['The number of queries.', 12],
  'Simulation.sections': `The changes of sections, at most ${BOUNDS.simulation.entries} entries.`,
  'SimulatedSectionCount.count': ['The number of answers.', 12],
  'Simulation.fields': `The changes of fields in sections that the answer has both times, at most ${BOUNDS.simulation.entries} entries.`,
  'SimulatedFieldCount.count': ['The number of answers.', 12],
  queriers: `The changed queries by querying institution, at most ${BOUNDS.simulation.entries} entries.`,
  'SimulatedQuerierCount.querying_entity_id': ['The querying institution.', EXAMPLE_IDS.querier],
  'SimulatedQuerierCount.changed_queries': ['Its queries whose answer changes.', 12],
  lost_answers: ['Its 200s that would be a 204 or a 403.', 12],
  gained_answers: ['Its 204s that would be a 200.', 1],
  lost_sections: ['The sections that its answers do not have any more.', 12],
  gained_sections: ['The sections that its answers did not have.', 1],
  lost_fields: ['The fields that sections of its answers, which stay, do not have any more.', 0],
  gained_fields: ['The fields that sections of its answers, which stay, did not have.', 0],
  other_sections: ['The changes of sections that are in no entry of `sections`.', 0],
  other_fields: ['The changes of fields that are in no entry of `fields`.', 0],
  other_queriers: ['The changed queries that are in no entry of `queriers`.', 0],
};

/** The members of a change of a section, in a query and in the counts. */
function sectionWords(schema: string): WordTable {
  return {
    [`${schema}.model_name`]: [
      'The section of a certificate; of a template the data set, or the group that it declares.',
      EXAMPLE_MODEL,
    ],
    [`${schema}.change`]:
      '`lost`: the answer does not have the section any more. `gained`: it did not have it. `replaced`: the section is from another furnisher.',
    [`${schema}.furnishing_entity_id`]: [
      'The furnisher whose record the answer used; of a gained section the one whose record it would use.',
      EXAMPLE_IDS.furnisher,
    ],
    [`${schema}.code`]:
      'The verdict under the policy on the record that the answer used; of a gained section the recorded verdict. `no_result`, `refused`: the record would be chosen, but there is no answer. Null where a consent hides the verdict.',
  };
}

function fieldWords(schema: string): WordTable {
  return {
    [`${schema}.model_name`]: ['The section or group of the field.', EXAMPLE_MODEL],
    [`${schema}.field_name`]: ['The field.', 'business_entity_type'],
    [`${schema}.change`]:
      '`lost`: the policy of the query shows the field, and the simulated one does not. `gained`: the reverse. Whether a consent opens the field, and the record states it, is not considered.',
    [`${schema}.furnishing_entity_id`]: [
      'The furnisher of the section in the answer that shows the field.',
      EXAMPLE_IDS.furnisher,
    ],
    [`${schema}.code`]:
      'Why the other answer does not show the field: its policy disables it (`not_enabled`), or does not take it from the furnisher of its section (`source_not_accepted`).',
  };
}

export const SIMULATED_QUERY_WORDS: WordTable = {
  'ListSimulatedQueriesQuery.simulated_reason':
    'Why there would be no answer: the `reason` of a 403 or 400, or of a 204 the `reason` of the query event.',
  'ListSimulatedQueriesQuery.model_name':
    'The section of a certificate, or the data set or group of a template, that changes, or whose field does.',
  'ListSimulatedQueriesQuery.field_name': 'The field that changes.',
  'ListSimulatedQueriesQuery.change': 'How the section or the field changes.',
  'ListSimulatedQueriesQuery.furnishing_entity_id': 'The furnisher of the change.',
  'ListSimulatedQueriesQuery.code':
    'The verdict of the change of a section, or the rule of the change of a field.',
  'SimulatedQuery.query_event_id': ['The query.', EXAMPLE_IDS.query],
  'SimulatedQuery.occurred_at': ['The time of the query.', '2026-01-15T09:30:00.000Z'],
  'SimulatedQuery.querying_entity_id': ['The querying institution.', EXAMPLE_IDS.querier],
  'SimulatedQuery.sections': 'The changes of sections.',
  'SimulatedQuery.fields': 'The changes of fields in sections that the answer has both times.',
  'SimulatedQuery.explanation': [
    'The path of the explanation of the recorded answer.',
    `${OF_QUERY}/explanation`,
  ],
  'SimulatedQuery.replay': [
    'The path to simulate the query alone, with the same policy, members and `is_default` in the body.',
    `${OF_QUERY}/replay`,
  ],
  ...sectionWords('SimulatedSection'),
  ...sectionWords('SimulatedSectionCount'),
  ...fieldWords('SimulatedField'),
  ...fieldWords('SimulatedFieldCount'),
};
