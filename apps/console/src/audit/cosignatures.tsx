import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import type { ServiceName } from '../operation/services.js';
import { Moment } from '../parts/values.js';

interface CosignaturesProps {
  readonly networkId: string;
  readonly service: ServiceName;
}

/** The witnesses that cosigned the newest checkpoint of the log, and when. */
export function Cosignatures({ networkId, service }: CosignaturesProps) {
  const { ndx } = useApi();
  const path = { network_id: networkId, service };
  const { data: cosignatures } = useQuery({
    queryKey: ['cosignatures', path],
    queryFn: async ({ signal }) => {
      const { data } = await ndx.readLogCheckpoint({ path, signal });
      return cosignaturesOf(await data.text());
    },
    // A log without an entry has no checkpoint.
    retry: false,
  });
  if (cosignatures === undefined) return null;
  return (
    <Text size="sm">
      {cosignatures.length === 0 && 'No witness has cosigned the log.'}
      {cosignatures.map(({ name, at }) => (
        <span key={name}>
          Cosigned by {name} <Moment at={at} />.{' '}
        </span>
      ))}
    </Text>
  );
}

/** Bytes of a key id, a time, and an Ed25519 signature (C2SP tlog-cosignature). */
const COSIGNATURE_BYTES = 4 + 8 + 64;

function cosignaturesOf(note: string): { readonly name: string; readonly at: string }[] {
  const lines = note.slice(note.lastIndexOf('\n\n') + 2).split('\n');
  return lines.flatMap((line) => {
    const [, name = '', signature = ''] = line.split(' ');
    const bytes = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0));
    if (bytes.length !== COSIGNATURE_BYTES) return [];
    const seconds = new DataView(bytes.buffer).getBigUint64(4);
    return [{ name, at: new Date(Number(seconds) * 1_000).toISOString() }];
  });
}
