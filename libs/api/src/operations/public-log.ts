import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { IsIn } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Text } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { NETWORK, NetworkPath } from './network-shapes.js';

class LogPath extends NetworkPath {
  @IsIn(STATEFUL_SERVICE_NAMES)
  readonly service!: StatefulServiceName;
}

class TilePath extends LogPath {
  @Text(100)
  readonly tile!: string;
}

const LOG = `${NETWORK}/logs/{service}` as const;
const COMMON = { service: undefined, permission: 'network:read', method: 'GET' } as const;
const REFUSALS = ['not_a_member', 'not_found'] as const;

export const readLogCheckpoint = declareOperation({
  ...COMMON,
  id: 'readLogCheckpoint',
  path: `${LOG}/checkpoint`,
  summary: "Read the checkpoint of a service's audit log of a network",
  description:
    'A signed note (C2SP tlog-checkpoint): the newest one that a witness of the network cosigned, with the cosignatures; the newest one of the log if the network has no witness. `/.well-known/ndx-keys` has the keys.',
  request: { path: LogPath },
  answer: wire.bytesOf('text/plain'),
  refusals: REFUSALS,
  words: { 'LogPath.service': ['The service that keeps the log.', 'policy'] },
});

export const readLogTile = declareOperation({
  ...COMMON,
  id: 'readLogTile',
  path: `${LOG}/tile/{tile}`,
  restOfPath: 'tile',
  summary: "Read a tile of a service's audit log of a network",
  description:
    'Hashes of the Merkle tree under the paths of C2SP tlog-tiles: level, index and width, such as `0/x001/234.p/5`. `entries/…` has the entries, for governors.',
  request: { path: TilePath },
  answer: wire.bytesOf('application/octet-stream'),
  refusals: [...REFUSALS, 'role_missing'],
  words: {
    'TilePath.service': ['The service that keeps the log.', 'policy'],
    'TilePath.tile': ['The path of the tile.', '0/000'],
  },
});
