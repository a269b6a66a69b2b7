import { Command } from '@commander-js/extra-typings';
import { networkOf } from '../network-option.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

const all = (id: string, ids: string[] = []) => [...ids, id];

export const separate = new Command('separate')
  .description('previews the separation of a business that is two, or confirms it')
  .argument('<business-id>')
  .option('--institution <id>', 'moves all that it stated and furnished; repeatable', all)
  .option('--record <id>', 'moves a record; repeatable', all)
  .option('--confirm <digest>', 'confirms the preview with this digest; needs --reason')
  .option('--reason <text>', 'why the business is two')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (subject_id, { institution, record, confirm, reason, network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network), subject_id };
    const choice = { entity_ids: institution ?? [], record_ids: record ?? [] };
    if (confirm !== undefined) {
      const body = { ...choice, preview_digest: confirm, reason: reason ?? '' };
      const { data } = await ndx.separateSubject({ path, body });
      print(data, options, ({ separation_id, new_subject_id, record_ids, consent_ids }) =>
        members({
          ...{ separation_id, new_subject_id },
          ...{ records: record_ids.length, consents: consent_ids.length },
        }),
      );
      return;
    }
    const { data } = await ndx.previewSeparation({ path, body: choice });
    print(data, options, ({ statements, records, consents, answers, preview_digest }) =>
      [
        table(
          ['PART', 'ID', 'INSTITUTION', 'LEGAL NAME', 'MOVES'],
          [
            ...statements.map((each) => [
              ...['statement', '', each.entity_id, each.business_legal_name, each.is_moved],
            ]),
            ...records.map((each) => [
              ...['record', each.record_id, each.furnishing_entity_id],
              ...[each.business_legal_name, each.is_moved],
            ]),
            ...consents.map((each) => [
              ...['consent', each.consent_id, each.entity_id, '', each.is_moved],
            ]),
          ],
          'The business has no parts.',
        ),
        `${answers.count} answers since ${answers.since} used a record that moves; they stay as they are.`,
        `Confirm with: --confirm ${preview_digest} --reason <text>`,
      ].join('\n'),
    );
  });
