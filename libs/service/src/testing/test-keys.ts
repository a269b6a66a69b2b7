import { randomBytes } from 'node:crypto';
import type { LogSigner } from '@ndx/audit';
import { loadConfig } from '@ndx/config';
import { STATEFUL_SERVICE_NAMES, serviceVariable, type StatefulServiceName } from '@ndx/contracts';
import { SERVICE_RULES, serviceVariables } from '../config/service-config.js';
import { logSignerOf } from '../definition/infrastructure.js';
import { KeyedHash, Sealer } from '@ndx/sealing';

/** The signing keys of every service. */
export const SIGNING_VARIABLES: Readonly<Record<string, string>> = Object.fromEntries(
  STATEFUL_SERVICE_NAMES.map((name) => [
    serviceVariable(name, 'SIGNING_KEY'),
    randomBytes(32).toString('base64'),
  ]),
);

/** The signer of the logs of a service that runs with these variables. */
export function logSignerIn(service: StatefulServiceName, env: NodeJS.ProcessEnv): LogSigner {
  const config = loadConfig(service, serviceVariables(service), env, SERVICE_RULES);
  return logSignerOf({ definition: { name: service }, config });
}

/** New key material for a suite, as a service reads it, and a sealer with these keys. */
export function testKeys() {
  const key = randomBytes(32);
  const matchHashKey = randomBytes(32).toString('hex');
  return {
    sealer: new Sealer([{ id: 'suite', key }]),
    matchHash: new KeyedHash(matchHashKey),
    variables: {
      SEALING_KEYS: `suite:${key.toString('base64')}`,
      MATCH_HASH_KEY: matchHashKey,
      ...SIGNING_VARIABLES,
    },
  };
}
