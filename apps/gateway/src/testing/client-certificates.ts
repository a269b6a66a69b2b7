import { hash } from 'node:crypto';

/** A certificate as an ingress passes it on. */
export class PassedCertificate {
  /** @param der in base64 */
  constructor(private readonly der: string) {}

  /** The form of RFC 9440. */
  get field(): string {
    return `:${this.der}:`;
  }

  /** PEM, with the escapes of a URL. */
  get escapedPem(): string {
    const lines = this.der.match(/.{1,64}/g) ?? [];
    const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''];
    return encodeURIComponent(pem.join('\n'));
  }

  get thumbprint(): string {
    return hash('sha256', Buffer.from(this.der, 'base64'), 'base64url');
  }
}

/** Self-signed, for CN=first-bank.example. */
export const FIRST_CERTIFICATE = new PassedCertificate(
  [
    'MIIBjzCCATWgAwIBAgIUQSrZ5pRQY2ELZswgltVgf8wkfeMwCgYIKoZIzj0EAwIwHTEbMBkGA1UEAwwSZmlyc3QtYm',
    'Fuay5leGFtcGxlMB4XDTI2MTEyODE5MTAyNloXDTM2MTEyNTE5MTAyNlowHTEbMBkGA1UEAwwSZmlyc3QtYmFuay5l',
    'eGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYUUv1hpxU19Csq6csHKzrw54yo9ERjTHnPlW0r9TGBItMV',
    '3F6mupTnRxbObNWOxvPEoPwn26Pykf+denX8Q8XaNTMFEwHQYDVR0OBBYEFJC3EgfaHAuzVpPzYW4wq4R8BADwMB8G',
    'A1UdIwQYMBaAFJC3EgfaHAuzVpPzYW4wq4R8BADwMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAO',
    'HwiNI/IXkPBT2MlOoVPiYAEaAnE/10Jh1hB3+r5oqDAiB9s538cycCIUm1xcGo3L55lW+QsC8W8lZFaE0VeBPJCw==',
  ].join(''),
);

/** Self-signed, for CN=second-bank.example. */
export const SECOND_CERTIFICATE = new PassedCertificate(
  [
    'MIIBkTCCATegAwIBAgIUae7FhX4/LQ+VSVvGmeG7OmR96vEwCgYIKoZIzj0EAwIwHjEcMBoGA1UEAwwTc2Vjb25kLW',
    'JhbmsuZXhhbXBsZTAeFw0yNjExMjgxOTEwMjZaFw0zNjExMjUxOTEwMjZaMB4xHDAaBgNVBAMME3NlY29uZC1iYW5r',
    'LmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR/hFyRe9YNp78iraiJjRmqCNwsKrnIw475ATdq6k4IwI',
    'qMaPJ1sLh28Y5uV1NcljDd+nYpcNTrpxrycohUEaNQo1MwUTAdBgNVHQ4EFgQU97Xzabn8BRnu6byxoL47SUEX0Fgw',
    'HwYDVR0jBBgwFoAU97Xzabn8BRnu6byxoL47SUEX0FgwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAi',
    'EA1OH5CySe+pLEthx8SXk5OSVEzkXZHbUv5PYCdadsSWYCIE5CdDu/aGYT3QLqKLKN3DsiwHhub2khs+DGaI/bE1gY',
  ].join(''),
);
