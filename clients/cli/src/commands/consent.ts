import { Command, Option } from '@commander-js/extra-typings';
import type {
  BusinessConsent,
  BusinessConsentIdentity,
  ConsumerConsent,
  ConsumerConsentIdentity,
} from '@ndx/client';
import { jsonFrom } from '../json-input.js';
import { networkOf } from '../network-option.js';
import { members, print } from '../output.js';
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

export const consent = new Command('consent')
  .description('records, shows and revokes consents')
  .addCommand(record)
  .addCommand(show)
  .addCommand(revoke);

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
