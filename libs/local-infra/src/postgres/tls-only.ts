import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveTo } from './cluster.js';
import type { ServerUser } from './server-user.js';

/** The certificates of a server that accepts no connection without TLS; PEM. */
export interface PostgresTls {
  readonly certificate: string;
  readonly key: string;
  /** The certificate of the authority, which clients verify. */
  readonly authority: string;
}

/** No line for a connection without TLS: the server refuses it. */
const TLS_ONLY = 'hostssl all all all scram-sha-256\n';

/** Writes the files into the data folder. @returns the settings of the server */
export function tlsSettings(
  dataDir: string,
  tls: PostgresTls | undefined,
  user: ServerUser,
): Readonly<Record<string, string>> {
  if (!tls) return {};
  const write = (name: string, text: string, mode: number) => {
    const file = join(dataDir, name);
    // An existing file would keep its owner and mode.
    rmSync(file, { force: true });
    writeFileSync(file, text, { mode });
    giveTo(user, file);
    return file;
  };
  write(AUTHORITY, tls.authority, 0o644);
  return {
    ssl: 'on',
    ssl_cert_file: write('server.crt', tls.certificate, 0o644),
    ssl_key_file: write('server.key', tls.key, 0o600),
    hba_file: write('tls-only.conf', TLS_ONLY, 0o644),
  };
}

/** The parameters of an address with which a client verifies the server. */
export function tlsParameters(dataDir: string): URLSearchParams {
  return new URLSearchParams({ sslmode: 'verify-full', sslrootcert: join(dataDir, AUTHORITY) });
}

const AUTHORITY = 'authority.crt';
