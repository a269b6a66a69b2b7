import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import {
  hostAddress,
  mayConnectTo,
  type ReceiverRules,
} from '../domain/notices/receiver-address.js';

/** A host without an address to which the system may connect. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';

  constructor(host: string) {
    super(`${host} has no address to which notices may be sent`);
  }
}

/**
 * Connects to permitted addresses only. The address is judged where the connection is made: a name
 * that was judged before could have another address by then.
 */
export function permittedConnector(
  rules: ReceiverRules,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: permittedLookup(rules) });
  return (options, callback) => {
    // A host that is an address is not looked up.
    const address = hostAddress(options);
    if (address === undefined || mayConnectTo(address, rules)) connect(options, callback);
    else callback(new ForbiddenAddressError(options.hostname), null);
  };
}

/** Looks up the permitted addresses of a name. */
function permittedLookup(rules: ReceiverRules): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, []);
        return;
      }
      const permitted = addresses.filter(({ address }) => mayConnectTo(address, rules));
      const [first] = permitted;
      if (!first) callback(new ForbiddenAddressError(host), []);
      else answer(options.all === true, first, permitted, callback);
    });
  };
}

function answer(
  wantsAll: boolean,
  first: LookupAddress,
  permitted: LookupAddress[],
  callback: Parameters<LookupFunction>[2],
): void {
  if (wantsAll) callback(null, permitted);
  else callback(null, first.address, first.family);
}
