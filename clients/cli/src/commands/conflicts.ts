import { Command } from '@commander-js/extra-typings';
import {
  eachItem,
  type IdentityConflict,
  type IdentityConflictStatement,
  type IdentityConflictStatus,
} from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

const list = new Command('list')
  .description('lists the identity conflicts of a network, oldest first')
  .option('--status <status>', 'open, merged, kept_apart, confirmed or separated')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ status, network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network) };
    // The service rejects an unknown status, and lists the known ones.
    const query = status === undefined ? {} : { status: status as IdentityConflictStatus };
    const all = await collected(eachItem(ndx.listIdentityConflicts, { path, query }));
    print(all, options, (found) =>
      table(
        ['CONFLICT', 'OPENED', 'KIND', 'SUBJECT', 'SUBJECTS', 'STATUS'],
        found.map(({ conflict_id, opened_at, kind, subject_type, subjects, status: state }) => [
          ...[conflict_id, opened_at, kind, subject_type, subjects.length, state],
        ]),
        'The network has no such conflict.',
      ),
    );
  });

const show = new Command('show')
  .description('shows the subjects of an identity conflict, and what each institution stated')
  .argument('<conflict-id>')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (conflict_id, { network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network), conflict_id };
    const { data } = await ndx.readIdentityConflict({ path });
    print(data, options, shown);
  });

/** A command that resolves a conflict without a choice among its subjects. */
const resolve = (
  name: string,
  operation: 'keepIdentitiesApart' | 'confirmIdentity',
  description: string,
) =>
  new Command(name)
    .description(description)
    .argument('<conflict-id>')
    .option('--network <id>', 'id or name of the network')
    .option('--json', 'prints JSON')
    .action(async (conflict_id, { network, ...options }) => {
      const ndx = await connect();
      const path = { network_id: await networkOf(ndx, network), conflict_id };
      const { data } = await ndx[operation]({ path });
      print(data, options, shown);
    });

const merge = new Command('merge')
  .description('decides that two subjects of a conflict are the same, which is final')
  .argument('<conflict-id>')
  .argument('<subject-id>', 'the subject that ends')
  .argument('<into-subject-id>', 'the subject that remains')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (conflict_id, subject_id, into_subject_id, { network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network), conflict_id };
    const { data } = await ndx.mergeIdentities({ path, body: { subject_id, into_subject_id } });
    print(data, options, shown);
  });

function shown(conflict: IdentityConflict): string {
  const { conflict_id, kind, status, into_subject_id, opened_at, resolved_at } = conflict;
  const rows = conflict.subjects.flatMap(({ subject_id, merged_into, statements }) =>
    statements.map((statement) => [
      ...[subject_id, merged_into, statement.entity_id, nameIn(statement)],
      ...[statement.date_of_birth, statement.federal_ein_last_four],
    ]),
  );
  return [
    members({ conflict_id, kind, status, into_subject_id, opened_at, resolved_at }),
    table(
      ['SUBJECT', 'MERGED INTO', 'INSTITUTION', 'NAME', 'BORN', 'EIN ENDS IN'],
      rows,
      'No institution has a statement about its subjects.',
    ),
  ].join('\n\n');
}

function nameIn({ business_legal_name, first_name, last_name }: IdentityConflictStatement) {
  return business_legal_name ?? [first_name, last_name].filter(Boolean).join(' ');
}

export const conflicts = new Command('conflicts')
  .description('lists, shows and resolves identity conflicts, for governors')
  .addCommand(list)
  .addCommand(show)
  .addCommand(
    resolve('keep-apart', 'keepIdentitiesApart', 'decides that the subjects are different'),
  )
  .addCommand(
    resolve('confirm', 'confirmIdentity', 'decides that the statements are about one business'),
  )
  .addCommand(merge);
