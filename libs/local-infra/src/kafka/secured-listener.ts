import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A listener with TLS, whose clients sign in by SCRAM-SHA-512. */
export interface SecuredListener {
  readonly port: number;
  /** PEM. */
  readonly certificate: string;
  /** PEM, PKCS 8. */
  readonly key: string;
  readonly user: string;
  readonly password: string;
}

/** Writes the certificate into the data folder. @returns the settings of the broker */
export function securedSettings(
  dataDir: string,
  secured: SecuredListener | undefined,
): Readonly<Record<string, string>> {
  if (!secured) return {};
  const keyStore = join(dataDir, 'broker.pem');
  writeFileSync(keyStore, `${secured.key.trim()}\n${secured.certificate}`, { mode: 0o600 });
  return {
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL',
    'sasl.enabled.mechanisms': MECHANISM,
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config':
      'org.apache.kafka.common.security.scram.ScramLoginModule required;',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore,
  };
}

/** The arguments that create its user when the storage is formatted. */
export function usersOf(secured: SecuredListener | undefined): readonly string[] {
  if (!secured) return [];
  const { user, password } = secured;
  return ['--add-scram', `${MECHANISM}=[name=${user},password=${password}]`];
}

const MECHANISM = 'SCRAM-SHA-512';
