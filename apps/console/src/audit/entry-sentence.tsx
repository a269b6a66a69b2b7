import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { Id } from '../parts/values.js';
import { useSession } from '../session/session.js';
import type { LoggedEntry } from './merged-entries.js';
import { ObjectName } from './object-name.js';
import { OnlyEntries } from './only-entries.js';
import { sentenceOf } from './phrases.js';
import type { EntryNames } from './use-entry-names.js';

interface EntrySentenceProps {
  readonly entry: LoggedEntry;
  readonly names: EntryNames;
  /** With links to the entries by the same account, and about the same subject. */
  readonly hasFilters?: boolean;
}

/** Who did what: an entry as a sentence. */
export function EntrySentence({ entry, names, hasFilters = false }: EntrySentenceProps) {
  const { by, did } = sentenceOf(entry);
  const { account_id: account, subject } = entry;
  const institution = by ?? (account === null ? undefined : names.institutionOf(account));
  return (
    <Text size="sm" component="div">
      {institution !== undefined && (
        <>
          <ObjectName object={{ kind: 'institution', id: institution }} names={names} />{' '}
        </>
      )}
      {account === null ? (
        by === undefined && 'The system'
      ) : (
        <>
          {institution === undefined ? 'Account ' : '('}
          <AccountName id={account} names={names} />
          {institution !== undefined && ')'}
          {hasFilters && (
            <OnlyEntries
              label="by this account"
              name={`by ${account}`}
              criteria={{ account_id: account }}
            />
          )}
        </>
      )}{' '}
      {did.map((part, place) => (
        <Fragment key={typeof part === 'string' ? part : `${place} ${part.id}`}>
          {typeof part === 'string' ? part : <ObjectName object={part} names={names} hasId />}{' '}
        </Fragment>
      ))}
      {hasFilters && (
        <OnlyEntries label="about this subject" name={`about ${subject}`} criteria={{ subject }} />
      )}
    </Text>
  );
}

interface AccountNameProps {
  readonly id: string;
  readonly names: EntryNames;
}

/** The user of an account, or its id; the reader's own in words. */
function AccountName({ id, names }: AccountNameProps) {
  const { caller } = useSession();
  if (id === caller.account_id) return 'you';
  return names.nameOf({ kind: 'account', id }) ?? <Id value={id} />;
}
