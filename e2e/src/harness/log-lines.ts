import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@ndx/contracts';
import type { Exchange } from './exchange.js';

type Line = Readonly<Record<string, unknown>>;

/** All log lines of a process. @throws SyntaxError for a line that is not JSON */
export function logLines({ network }: Exchange, service: ServiceName): readonly Line[] {
  return readFileSync(join(network.dataDir, 'logs', `${service}.log`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
