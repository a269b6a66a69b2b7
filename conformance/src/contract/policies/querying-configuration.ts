import { randomUUID } from 'node:crypto';
import { listIn, textIn } from '../../http/answer.js';
import { get, put } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import { all, envelope, ok, requireValues, that } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { configuration, create, draft, PATH, POLICY } from './querying-policy.js';

const MODEL = 'business_identity_verification';

/** An institution that does not exist. */
const NOBODY = randomUUID();

const modelTerms = ({ entityId }: Kit) => ({
  model_name: MODEL,
  is_required: true,
  max_age_days: 365,
  attestation_required: true,
  selected_provenance_option_ids: [entityId],
});

const fieldTerms = ({ entityId }: Kit) => ({
  field_name: 'business_entity_type',
  is_enabled: true,
  is_required: true,
  accepted_values: ['limited_liability_company', 'corporation'],
  selected_provenance_option_ids: [entityId],
});

const configurationFor = (kit: Kit) => ({
  name: 'configured',
  is_default: false,
  enforced: false,
  status: 'published',
  model_selections: [
    {
      ...modelTerms(kit),
      field_selections: [fieldTerms(kit)],
    },
  ],
});

/** A thousand sources take 39 kB for each of the fields. */
const LARGE_SELECTIONS = [
  {
    model_name: MODEL,
    field_selections: [
      'business_entity_type',
      'business_dba_name',
      'business_website_url',
      'business_registration_status',
      'business_jurisdiction_of_formation',
      'business_registration_identifier',
      'business_operational_existence_status',
    ].map((field_name) => ({
      field_name,
      selected_provenance_option_ids: Array.from({ length: 1_000 }, () => randomUUID()),
    })),
  },
];

const accepting = (value: string) => ({
  model_selections: [
    {
      model_name: MODEL,
      field_selections: [{ field_name: 'business_entity_type', accepted_values: [value] }],
    },
  ],
});

const configure = async (kit: Kit, change: object) =>
  put(configuration(await draft(kit)), { ...configurationFor(kit), name: undefined, ...change });

/** `PUT .../configuration` (contract 4.4, design 7). */
export const queryingConfigurationRows: readonly Row[] = [
  ...configurationTables(),
  ...cases('4.4', [
    {
      says: `PUT ${PATH}/{policy_id}/configuration authors selections and publishes`,
      request: async (kit) =>
        put(configuration(await create(kit)), { ...configurationFor(kit), name: randomUUID() }),
      expect: async (answer, kit) => {
        const read = await kit.send(get(`${PATH}/${textIn(answer.body, 'id')}`));
        for (const policy of [answer, read]) {
          ok(POLICY, { status: 'published', version: 2, is_default: false })(policy);
          const [selection] = listIn(policy.body, 'model_selections');
          requireValues(policy, selection, modelTerms(kit));
          requireValues(policy, listIn(selection, 'field_selections')[0], fieldTerms(kit));
        }
      },
    },
    {
      says: `PUT ${PATH}/{policy_id}/configuration of an unknown policy is a 404`,
      request: () => put(configuration(randomUUID()), {}),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  ...cases('7.2', [
    {
      says: `PUT ${PATH}/{policy_id}/configuration that expects another version is a 409`,
      request: (kit) => configure(kit, { expected_version: 999 }),
      expect: envelope('RESOURCE_CONFLICT'),
    },
  ]),
  ...cases('design 7', [
    {
      says: 'a configuration with a source that the network does not have is a 400 that names it',
      request: (kit) => {
        const source = { model_name: MODEL, selected_provenance_option_ids: [NOBODY] };
        return configure(kit, { model_selections: [source] });
      },
      expect: all(envelope('VALIDATION_ERROR'), named(NOBODY)),
    },
    {
      says: 'a configuration with an unknown model is a 400 that names it',
      request: (kit) => configure(kit, { model_selections: [{ model_name: 'aura' }] }),
      expect: all(envelope('VALIDATION_ERROR'), named('aura')),
    },
    {
      says: 'a configuration with an unknown field is a 400 that names it',
      request: (kit) =>
        configure(kit, {
          model_selections: [{ model_name: MODEL, field_selections: [{ field_name: 'hue' }] }],
        }),
      expect: all(envelope('VALIDATION_ERROR'), named('hue')),
    },
    {
      says: 'a configuration with a misspelled accepted value is a 400 that names the nearest value',
      request: (kit) => configure(kit, accepting('corporatoin')),
      expect: all(envelope('VALIDATION_ERROR'), named('corporatoin'), named('"corporation"')),
    },
    {
      says: 'a configuration with an accepted text that resembles no usual value is saved',
      request: (kit) => configure(kit, accepting('Genossenschaft')),
      expect: ok(POLICY),
    },
    {
      says: 'a configuration with selections of more than 256 KiB is a 400 that says so',
      request: (kit) => configure(kit, { model_selections: LARGE_SELECTIONS }),
      expect: all(envelope('VALIDATION_ERROR'), named('262144 bytes')),
    },
  ]),
  ...cases('7.3', [
    {
      says: 'configuring a policy of such a network is a 404, too',
      needs: ['other'],
      request: async (kit) => ({ ...(await configure(kit, {})), as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  {
    section: 'design 7',
    says: 'a configuration changes only the members that it names; [] clears the selections',
    check: async (kit) => {
      const id = await create(kit);
      const save = (change: object) => kit.send(put(configuration(id), change));
      const model_selections = [modelTerms(kit)];
      ok(POLICY, { status: 'draft' })(await save({ model_selections }));
      ok(POLICY, { status: 'published' })(await save({ status: 'published' }));
      const renamed = await save({ name: randomUUID() });
      ok(POLICY, { status: 'published' })(renamed);
      requireValues(renamed, listIn(renamed.body, 'model_selections')[0], modelTerms(kit));
      ok(POLICY, { status: 'archived' })(await save({ status: 'archived' }));
      ok(POLICY, { status: 'archived' })(await save({ enforced: true }));
      const cleared = await save({ model_selections: [] });
      ok(POLICY, { status: 'archived' })(cleared);
      requireValues(cleared, cleared.body, { model_selections: [] });
    },
  },
  {
    section: 'design 7',
    says: 'each save makes a new version',
    check: async (kit) => {
      const path = configuration(await create(kit));
      for (const version of [2, 3]) {
        const saved = await kit.send(put(path, { expected_version: version - 1 }));
        ok(POLICY, { version })(saved);
      }
      const stale = await kit.send(put(path, { expected_version: 2 }));
      envelope('RESOURCE_CONFLICT')(stale);
    },
  },
];

function configurationTables(): readonly Row[] {
  const name = `PUT ${PATH}/{policy_id}/configuration`;
  const request = async (kit: Kit) => put(configuration(await draft(kit)), configurationFor(kit));
  const sources = 'selected_provenance_option_ids?: uuid[] | open';
  return [
    {
      at: [],
      table:
        'name? status?: string  is_default? enforced?: boolean  model_selections?: object[]  expected_version?: integer',
    },
    {
      at: ['model_selections', '0'],
      table: `model_name: string  is_required? attestation_required?: boolean
        max_age_days?: integer | open  field_selections?: object[]  ${sources}`,
    },
    {
      at: ['model_selections', '0', 'field_selections', '0'],
      table: `field_name: string  is_enabled? is_required?: boolean  accepted_values?: array | open  ${sources}`,
    },
  ].flatMap(({ at, table }) =>
    bodyRows({ section: 'design 7', name, at, fields: fields(table), request }),
  );
}

function named(what: string) {
  return that(`a detail that names ${what}`, ({ body }) => textIn(body, 'detail').includes(what));
}
