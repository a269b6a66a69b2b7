import { readFileSync } from 'node:fs';
import { connecting, createPool } from '@ndx/postgres';
import { finding, reportFindings, type Finding } from '@ndx/service';
import {
  algorithmsIn,
  expectedToken,
  keySetLocation,
} from '../authentication/authentication.module.js';
import { clientsIn } from '../authentication/accepted-clients.js';
import { KeySet } from '../authentication/key-set.js';
import { TokenVerifier } from '../authentication/token-verifier.js';
import { loadGatewayConfig, type GatewayConfig } from '../gateway.config.js';
import { checkProvider } from './check-provider.js';
import { checkToken } from './check-token.js';

const STDIN = 0;

/**
 * `doctor`: checks the variables of the gateway against the identity provider and, if it is given, a
 * token, which is read from a file or from standard input (`-`) and not printed.
 * @throws ConfigurationError, or ReportedFailure when a check failed
 */
export async function doctorCommand(
  env: NodeJS.ProcessEnv,
  { token: file }: { readonly token?: string },
): Promise<void> {
  const config = loadGatewayConfig(env);
  const token = file === undefined ? undefined : readFileSync(file === '-' ? STDIN : file, 'utf8');
  reportFindings(await examine(config, token?.trim()));
}

/** The findings about a configuration and a token. */
export async function examine(config: GatewayConfig, token?: string): Promise<readonly Finding[]> {
  const refused: string[] = [];
  const keySet = new KeySet(
    keySetLocation(config),
    algorithmsIn(config),
    { refreshMs: config.KEY_SET_REFRESH_MS, maxAgeMs: config.KEY_SET_MAX_AGE_MS },
    {
      onReading: () => undefined,
      onStale: () => undefined,
      onUnavailable: () => undefined,
      onRefused: (keys) => refused.push(...keys),
    },
  );
  try {
    const verifier = new TokenVerifier(keySet, expectedToken(config));
    return [
      ...(await checkProvider(config, keySet, refused)),
      ...checkPurposes(config),
      ...(await checkRateLimitStore(config)),
      ...(token === undefined
        ? []
        : [await finding('token', () => checkToken(config, verifier, token))]),
    ];
  } finally {
    keySet.close();
  }
}

/** Names the clients without a purpose. */
function checkPurposes({ TOKEN_CLIENTS: list }: GatewayConfig): readonly Finding[] {
  const clients = [...clientsIn(list)].filter(([, purposes]) => purposes.length > 1);
  if (clients.length === 0) return [];
  const names = clients.map(([name]) => String(name)).join(', ');
  const text = `accepted for people and for programs, because no purpose is stated: ${names}`;
  return [{ subject: 'TOKEN_CLIENTS', state: 'warning', text }];
}

async function checkRateLimitStore(config: GatewayConfig): Promise<readonly Finding[]> {
  const { RATE_LIMIT_STORE_URL: url } = config;
  if (url === '') return [];
  const variable = 'RATE_LIMIT_STORE_URL';
  const check = async (): Promise<Omit<Finding, 'subject'>> => {
    const pool = await connecting({ variable, url }, async () =>
      createPool(config, { connectionString: url, max: 1, connectionTimeoutMillis: 5_000 }),
    );
    try {
      await connecting({ variable, url }, () => pool.query('select 1'));
      return { state: 'ok', text: 'the database answers' };
    } finally {
      await pool.end();
    }
  };
  return [await finding(variable, check)];
}
