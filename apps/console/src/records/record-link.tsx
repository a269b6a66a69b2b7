import { Group } from '@mantine/core';
import type { NameOf } from '../parts/names.js';
import { TextLink } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { useSession } from '../session/session.js';

interface RecordLinkProps {
  readonly id: string;
  readonly name?: string;
}

/** A record that the reader may read, and its id to copy. */
export function RecordLink({ id, name = 'Record' }: RecordLinkProps) {
  return (
    <Group gap={4} display="inline-flex">
      <TextLink to="/records/$recordId" params={{ recordId: id }} aria-label={`${name} ${id}`}>
        {name}
      </TextLink>
      <Id value={id} />
    </Group>
  );
}

/** Where a record comes from. */
export interface RecordSource {
  readonly network_id: string;
  readonly furnishing_entity_id: string;
}

interface SourceRecordProps {
  readonly id: string;
  readonly source: RecordSource;
  readonly nameOf: NameOf;
}

/** A record by its furnisher, with a link for the furnisher and the governors: others may not read it. */
export function SourceRecord({ id, source, nameOf }: SourceRecordProps) {
  const { caller, networks, may } = useSession();
  const { network_id: networkId, furnishing_entity_id: furnisher } = source;
  const name = `Record of ${nameOf(furnisher)}`;
  const network = networks.find(({ network_id }) => network_id === networkId);
  const isReader = furnisher === caller.entity_id || network?.roles.includes('governor') === true;
  if (isReader && may('network:read')) return <RecordLink id={id} name={name} />;
  return (
    <>
      {name} <Id value={id} />
    </>
  );
}
