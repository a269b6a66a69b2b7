import { Code, Drawer, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { Panel, TextLink } from '../parts/page.js';
import { Facts, Id, IntactBadge, Moment, NoValue } from '../parts/values.js';
import { EntryChange } from './entry-change.js';
import { EntrySentence } from './entry-sentence.js';
import type { LoggedEntry } from './logged-entry.js';
import { ObjectName } from './object-name.js';
import { dataOf, sentenceOf } from './phrases.js';
import { objectsOf } from './sentence.js';
import type { EntryNames } from './use-entry-names.js';

interface EntryDrawerProps {
  readonly network: Network;
  /** Undefined: the drawer is closed. */
  readonly entry: LoggedEntry | undefined;
  readonly names: EntryNames;
  readonly close: () => void;
}

/** An entry with its change, its content, its proof and the objects that it names. */
export function EntryDrawer({ network, entry, names, close }: EntryDrawerProps) {
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title={entry && `Entry ${entry.seq.toLocaleString()} of ${entry.service}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {entry && (
        <Stack gap="lg">
          <EntrySentence entry={entry} names={names} />
          <EntryFacts entry={entry} />
          {entry.data !== null && <EntryChange network={network} entry={entry} />}
          <Content entry={entry} />
          <Proof entry={entry} close={close} />
          <Related entry={entry} names={names} />
        </Stack>
      )}
    </Drawer>
  );
}

interface OfEntry {
  readonly entry: LoggedEntry;
}

function EntryFacts({ entry }: OfEntry) {
  const { occurred_at, type, subject, account_id, request_id, event_id } = entry;
  return (
    <Facts
      cols={1}
      facts={[
        ['Time', <Moment key="time" at={occurred_at} />],
        ['Event', type],
        ['Subject id', <Id key="subject" value={subject} whole />],
        [
          'Account id',
          account_id === null ? (
            <NoValue>the system</NoValue>
          ) : (
            <Id key="account" value={account_id} whole />
          ),
        ],
        ['Request id', request_id && <Id key="request" value={request_id} whole />],
        ['Event id', <Id key="event" value={event_id} whole />],
      ]}
    />
  );
}

/** The members of the event that the reader may read. */
function Content({ entry }: OfEntry) {
  return (
    <Panel title="Content">
      {entry.data === null ? (
        <NoValue>The content of this event is not readable in the log of the network.</NoValue>
      ) : (
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {JSON.stringify(dataOf(entry), null, 2)}
        </Code>
      )}
    </Panel>
  );
}

function Proof({ entry, close }: Pick<EntryDrawerProps, 'close'> & OfEntry) {
  const { service, hash, is_intact } = entry;
  return (
    <Panel title="Proof">
      <Stack gap="xs" align="flex-start">
        <IntactBadge isIntact={is_intact} />
        <Text size="sm">
          {is_intact
            ? 'When it was read, the entry matched its hash, and the signed tree of the log had it.'
            : 'When it was read, the entry did not match its hash, or the signed tree of the log did not have it. Report it to the operator of the system.'}
        </Text>
        <Id value={hash} whole />
        <TextLink to="/audit-log" search={{ service }} onClick={close}>
          Verify the whole log of {service}
        </TextLink>
      </Stack>
    </Panel>
  );
}

function Related({ entry, names }: OfEntry & { readonly names: EntryNames }) {
  const objects = objectsOf(sentenceOf(entry));
  if (objects.length === 0) return null;
  return (
    <Panel title="Related">
      <Stack gap={4}>
        {objects.map((object) => (
          <div key={object.id}>
            <ObjectName object={object} names={names} hasId />
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
