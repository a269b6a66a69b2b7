import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Id } from '../parts/values.js';
import { useSession } from '../session/session.js';
import { ObjectName } from './object-name.js';
import type { Part } from './sentence.js';
import type { EntryNames } from './use-entry-names.js';

interface SentenceWordsProps {
  /** The institution that acted, and its account, where they are known. */
  readonly by: string | undefined;
  readonly account: string | undefined;
  /** Who acted when neither is known. */
  readonly actor?: string;
  readonly did: readonly Part[];
  readonly names: EntryNames;
  readonly afterAccount?: ReactNode;
  readonly children?: ReactNode;
}

/** Who did what, with names and links. */
export function SentenceWords(props: SentenceWordsProps) {
  const { by, account, actor = 'The system', did, names, afterAccount, children } = props;
  return (
    <Text size="sm" component="div">
      {by !== undefined && (
        <>
          <ObjectName object={{ kind: 'institution', id: by }} names={names} />{' '}
        </>
      )}
      {account === undefined ? (
        by === undefined && actor
      ) : (
        <>
          {by === undefined ? 'Account ' : '('}
          <AccountName id={account} names={names} />
          {by !== undefined && ')'}
          {afterAccount}
        </>
      )}{' '}
      {did.map((part, place) => (
        <Fragment key={typeof part === 'string' ? part : `${place} ${part.id}`}>
          {typeof part === 'string' ? part : <ObjectName object={part} names={names} hasId />}{' '}
        </Fragment>
      ))}
      {children}
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
