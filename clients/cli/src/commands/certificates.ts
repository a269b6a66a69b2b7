import { Command } from '@commander-js/extra-typings';
import { eachItem } from '@ndx/client';
import { collected } from '../collected.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';

const list = new Command('list')
  .description("lists the institution's certificates, oldest first")
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const ndx = await connect();
    const all = await collected(eachItem(ndx.listKybCertificates, { query: {} }));
    print(all, options, (found) =>
      table(
        ['CERTIFICATE', 'ISSUED', 'QUERY EVENT', 'POLICY', 'VERSION', 'CONSENT'],
        found.map(({ certificate_id, issued_at, query_event_id, ...terms }) => [
          ...[certificate_id, issued_at, query_event_id],
          ...[terms.policy_id, terms.policy_version, terms.consent_id],
        ]),
        'The institution has no certificate.',
      ),
    );
  });

const get = new Command('get')
  .description('prints an issued certificate again as JSON, not billed')
  .argument('<certificate-id>')
  .action(async (certificate_id) => {
    const { data } = await (await connect()).readKybCertificate({ path: { certificate_id } });
    print(data, { json: true }, String);
  });

export const certificates = new Command('certificates')
  .description("lists the institution's certificates, and prints one")
  .addCommand(list)
  .addCommand(get);
