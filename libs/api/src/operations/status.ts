import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';

/** Public operations (contract 4.6, design 11). */
export const readHealth = declareOperation({
  id: 'readHealth',
  method: 'GET',
  path: '/health',
  service: 'gateway',
  permission: undefined,
  summary: 'Report whether the gateway responds',
  answer: wire.record('Health', { status: wire.oneOf(['healthy']) }),
});

export const readVersion = declareOperation({
  id: 'readVersion',
  method: 'GET',
  path: '/version',
  service: 'gateway',
  permission: undefined,
  summary: 'Report the versions of the API and of the build',
  answer: wire.record('Version', {
    api_versions: wire.listOf(wire.text),
    build: wire.record('Build', { version: wire.text, commit: wire.text }),
  }),
});
