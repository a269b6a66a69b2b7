import { useNamesOfRecords } from './names-of-records.js';
import { RecordLink } from './record-link.js';

interface NamedRecordProps {
  readonly networkId: string;
  readonly id: string;
}

/** A record by its subject, where the reader may know the name. */
export function NamedRecord({ networkId, id }: NamedRecordProps) {
  const name = useNamesOfRecords(networkId, [id]).get(id);
  return <RecordLink id={id} name={name === undefined ? 'Record' : `Record of ${name}`} />;
}
