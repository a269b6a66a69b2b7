import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { serviceVariable, type ServiceName } from '@ndx/contracts';
import type { Exchange } from './exchange.js';

/** A principal header as a process signs it (decision 0064), with any key and for any time. */
export function signed(
  signer: string,
  key: KeyObject,
  caller: object,
  lifetimeMs = 30_000,
): string {
  const claims = { ...caller, expires: Date.now() + lifetimeMs };
  const text = `${signer}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

/** The private key of a running process. */
export function keyOf(exchange: Exchange, service: ServiceName): KeyObject {
  const encoded = exchange.network.environment(service)[serviceVariable(service, 'PRIVATE_KEY')];
  const der = Buffer.from(String(encoded), 'base64');
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}
