import type { LoggedEntry } from './logged-entry.js';
import { OnlyEntries } from './only-entries.js';
import { sentenceOf } from './phrases.js';
import { SentenceWords } from './sentence-words.js';
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
  return (
    <SentenceWords
      by={by ?? (account === null ? undefined : names.institutionOf(account))}
      account={account ?? undefined}
      did={did}
      names={names}
      afterAccount={
        hasFilters &&
        account !== null && (
          <OnlyEntries
            label="by this account"
            name={`by ${account}`}
            criteria={{ account_id: account }}
          />
        )
      }
    >
      {hasFilters && (
        <OnlyEntries label="about this subject" name={`about ${subject}`} criteria={{ subject }} />
      )}
    </SentenceWords>
  );
}
