import { Command, Option } from '@commander-js/extra-typings';
import {
  eachItem,
  type BusinessConsent,
  type BusinessConsentIdentity,
  type ConsumerConsent,
  type ConsumerConsentIdentity,
} from '@ndx/client';
import { collected } from '../collected.js';
import { jsonFrom } from '../json-input.js';
import { networkOf } from '../network-option.js';
import { positiveNumber } from '../option-values.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

const kind = () =>
  new Option('--kind <kind>', 'whose consent it is')
    .choices(['business', 'consumer'] as const)
    .default('business' as const);

function asText(consent: BusinessConsent | ConsumerConsent): string {
  return members({
    consent_id: consent.consent_id,
    status: consent.status,
    scope: consent.scope,
    consented_fields: consent.consented_fields,
    expires_at: consent.expires_at,
    revoked_at: consent.revoked_at,
    revision: consent.revision,
    grants: consent.field_access_grants.length,
  });
}

const record = new Command('record')
  .description('records a consent that the institution gathered')
  .argument('<identity>', 'identity as JSON, a file with it, or - for standard input')
  .addOption(kind())
  .option('--network <id>', 'id or name of the network')
  .option('--scope <slugs>', 'products and templates, separated by spaces')
  .option('--fields <fields>', 'model.field, model.* or *, separated by commas')
  .option('--expires-at <time>', 'end of the consent, ISO 8601')
  .option('--json', 'prints JSON')
  .action(async (identity, { kind: of, network, scope, fields, expiresAt, ...options }) => {
    const ndx = await connect();
    const body = {
      network_id: await networkOf(ndx, network),
      ...(scope !== undefined && { scope }),
      ...(fields !== undefined && { consented_fields: fields }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    };
    const stated = await jsonFrom(identity);
    const { data } =
      of === 'business'
        ? await ndx.recordBusinessConsent({
            body: {
              ...body,
              did_gather_consent_from_business_prior: true,
              // The server validates it.
              business_consent_identity: stated as BusinessConsentIdentity,
            },
          })
        : await ndx.recordConsumerConsent({
            body: {
              ...body,
              did_gather_consent_from_consumer_prior: true,
              consumer_consent_identity: stated as ConsumerConsentIdentity,
            },
          });
    print(data, options, asText);
  });

const show = new Command('show')
  .description('shows a consent')
  .argument('<consent-id>')
  .addOption(kind())
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (consent_id, { kind: of, network, ...options }) => {
    const ndx = await connect();
    const request = { path: { consent_id }, query: { network_id: await networkOf(ndx, network) } };
    const { data } =
      of === 'business'
        ? await ndx.readBusinessConsent(request)
        : await ndx.readConsumerConsent(request);
    print(data, options, asText);
  });

const revoke = new Command('revoke')
  .description('revokes a consent immediately; a repeated request changes nothing')
  .argument('<consent-id>')
  .addOption(kind())
  .option('--json', 'prints JSON')
  .action(async (consent_id, { kind: of, ...options }) => {
    const ndx = await connect();
    const path = { consent_id };
    const { data } =
      of === 'business'
        ? await ndx.revokeBusinessConsent({ path })
        : await ndx.revokeConsumerConsent({ path });
    print(data, options, asText);
  });

const list = new Command('list')
  .description("lists the institution's consents")
  .addOption(kind())
  .option('--network <id>', 'id or name of the network; default: every network')
  .option('--subject <id>', 'those of a business or a consumer')
  .addOption(
    new Option('--status <status>', 'with this status now').choices([
      'active',
      'expired',
      'revoked',
    ] as const),
  )
  .option('--from <time>', 'recorded from this time on, ISO 8601')
  .option('--to <time>', 'recorded before this time, ISO 8601')
  .option('--expires-before <time>', 'active ones that end before this time, ISO 8601')
  .option('--json', 'prints JSON')
  .action(async ({ kind: of, network, subject, status, from, to, expiresBefore, ...options }) => {
    const ndx = await connect();
    const query = {
      limit: 100,
      ...(network !== undefined && { network_id: await networkOf(ndx, network) }),
      ...(subject !== undefined && { subject_id: subject }),
      ...(status !== undefined && { status }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(expiresBefore !== undefined && { expires_before: expiresBefore }),
    };
    const all: readonly (BusinessConsent | ConsumerConsent)[] =
      of === 'business'
        ? await collected(eachItem(ndx.listBusinessConsents, { query }))
        : await collected(eachItem(ndx.listConsumerConsents, { query }));
    print(all, options, (found) =>
      table(
        ['CONSENT', 'STATUS', 'EXPIRES', 'FIELDS', 'GRANTS'],
        found.map(({ consent_id, status, expires_at, ...terms }) => [
          ...[consent_id, status, expires_at],
          ...[terms.consented_fields, terms.field_access_grants.length],
        ]),
        'The institution has recorded no consent.',
      ),
    );
  });

const amend = new Command('amend')
  .description('changes the scope, the fields or the end of a consent; its identity is fixed')
  .argument('<consent-id>')
  .addOption(kind())
  .option('--scope <slugs>', 'products and templates, separated by spaces')
  .option('--fields <fields>', 'model.field, model.* or *, separated by commas')
  .option('--expires-at <time>', 'end of the consent, ISO 8601')
  .option(
    '--expected-revision <n>',
    'fails (409) when the consent has another revision',
    positiveNumber,
  )
  .option('--json', 'prints JSON')
  .action(async (consent_id, { kind: of, scope, fields, expiresAt, ...terms }) => {
    const { expectedRevision, ...options } = terms;
    const ndx = await connect();
    const request = {
      path: { consent_id },
      body: {
        ...(scope !== undefined && { scope }),
        ...(fields !== undefined && { consented_fields: fields }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
        ...(expectedRevision !== undefined && { expected_revision: expectedRevision }),
      },
    };
    const { data } =
      of === 'business'
        ? await ndx.amendBusinessConsent(request)
        : await ndx.amendConsumerConsent(request);
    print(data, options, asText);
  });

const grants = (consent: BusinessConsent | ConsumerConsent) =>
  table(
    ['GRANT', 'FURNISHER', 'FIELDS', 'FROM', 'TO'],
    consent.field_access_grants.map((grant) => [
      ...[grant.grant_id, grant.furnishing_entity_id, grant.field_definitions.join(',')],
      ...[grant.effective_from, grant.effective_to],
    ]),
    'The consent has no grant, so it covers nothing.',
  );

const addGrant = new Command('add')
  .description('adds a grant: fields of a furnisher that the consent covers in a window')
  .argument('<consent-id>')
  .addOption(kind())
  .requiredOption('--furnisher <entity-id>', 'the furnisher, or * for every one')
  .requiredOption('--fields <fields...>', 'model.field or model.*')
  .option('--from <time>', 'start of the window, ISO 8601')
  .option('--to <time>', 'end of the window, ISO 8601')
  .option('--json', 'prints JSON')
  .action(async (consent_id, { kind: of, furnisher, fields, from, to, ...options }) => {
    const ndx = await connect();
    const request = {
      path: { consent_id },
      body: {
        ...{ furnishing_entity_id: furnisher, field_definitions: fields },
        ...(from !== undefined && { effective_from: from }),
        ...(to !== undefined && { effective_to: to }),
      },
    };
    const { data } =
      of === 'business'
        ? await ndx.addGrantToBusinessConsent(request)
        : await ndx.addGrantToConsumerConsent(request);
    print(data, options, grants);
  });

const closeGrant = new Command('close')
  .description('ends a grant of a consent now')
  .argument('<consent-id>')
  .argument('<grant-id>')
  .addOption(kind())
  .option('--json', 'prints JSON')
  .action(async (consent_id, grant_id, { kind: of, ...options }) => {
    const ndx = await connect();
    const path = { consent_id, grant_id };
    const { data } =
      of === 'business'
        ? await ndx.closeGrantOfBusinessConsent({ path })
        : await ndx.closeGrantOfConsumerConsent({ path });
    print(data, options, grants);
  });

const grant = new Command('grant')
  .description('grants of a consent: which fields of which furnisher, and when')
  .addCommand(addGrant)
  .addCommand(closeGrant);

const history = new Command('history')
  .description('lists the changes of a consent and the accounts that made them, oldest first')
  .argument('<consent-id>')
  .addOption(kind())
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (consent_id, { kind: of, network, ...options }) => {
    const ndx = await connect();
    const request = { path: { consent_id }, query: { network_id: await networkOf(ndx, network) } };
    const all = await collected(
      of === 'business'
        ? eachItem(ndx.readHistoryOfBusinessConsent, request)
        : eachItem(ndx.readHistoryOfConsumerConsent, request),
    );
    print(all, options, (found) =>
      table(
        ['REVISION', 'TIME', 'EVENT', 'ACCOUNT'],
        found.map(({ revision, occurred_at, event, account_id }) => [
          ...[revision, occurred_at, event, account_id],
        ]),
        'The consent has no history.',
      ),
    );
  });

export const consent = new Command('consent')
  .description('records, lists, amends and revokes consents')
  .addCommand(record)
  .addCommand(list)
  .addCommand(show)
  .addCommand(amend)
  .addCommand(grant)
  .addCommand(revoke)
  .addCommand(history);

export const receipt = new Command('receipt')
  .description('prints the receipt of a consent as JSON')
  .argument('<consent-id>')
  .addOption(kind())
  .option('--network <id>', 'id or name of the network')
  .action(async (consent_id, { kind: of, network }) => {
    const ndx = await connect();
    const request = { path: { consent_id }, query: { network_id: await networkOf(ndx, network) } };
    const { data } =
      of === 'business'
        ? await ndx.exportReceiptOfBusinessConsent(request)
        : await ndx.exportReceiptOfConsumerConsent(request);
    print(data, { json: true }, String);
  });
