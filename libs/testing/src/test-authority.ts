import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const HOUR_MS = 3_600_000;

/** A server's certificate and its private key, PEM. */
export interface ServerCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority that exists for a test; its certificates are valid for an hour. */
export class TestAuthority {
  private constructor(
    private readonly keys: webcrypto.CryptoKeyPair,
    /** Its own certificate, PEM. */
    readonly certificate: string,
  ) {}

  static async create(): Promise<TestAuthority> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await X509CertificateGenerator.createSelfSigned({
      ...{ ...validity(), name: NAME, keys, signingAlgorithm: ALGORITHM },
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
    });
    return new TestAuthority(keys, certificate.toString('pem'));
  }

  /** @param host the only name, or address, that the certificate is for */
  async issue(host: string): Promise<ServerCertificate> {
    // An RSA key is one that Postgres, PgBouncer and Kafka all read.
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const publicKey = await webcrypto.subtle.importKey(
      'spki',
      key.publicKey.export({ type: 'spki', format: 'der' }),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      true,
      ['verify'],
    );
    const isAddress = /^[\d.]+$/.test(host);
    const certificate = await X509CertificateGenerator.create({
      ...{ ...validity(), subject: `CN=${host}`, issuer: NAME, publicKey },
      ...{ signingKey: this.keys.privateKey, signingAlgorithm: ALGORITHM },
      extensions: [
        new SubjectAlternativeNameExtension([{ type: isAddress ? 'ip' : 'dns', value: host }]),
      ],
    });
    return {
      certificate: certificate.toString('pem'),
      key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    };
  }
}

const NAME = 'CN=Test Authority';

function validity() {
  return {
    serialNumber: `01${randomBytes(8).toString('hex')}`,
    notBefore: new Date(Date.now() - HOUR_MS),
    notAfter: new Date(Date.now() + HOUR_MS),
  };
}
