import { describe, expect, test } from '@jest/globals';
import { mayConnectTo, requireReceiverUrl } from './receiver-address.js';

const PUBLIC_ONLY = { networks: [], allowsHttp: false };

describe('the system', () => {
  test.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07::1', '::ffff:8.8.8.8'])(
    'may connect to the public address %s',
    (address) => {
      expect(mayConnectTo(address, PUBLIC_ONLY)).toBe(true);
    },
  );

  test.each([
    ...['0.0.0.0', '127.0.0.1', '127.9.9.9', '10.1.2.3', '172.16.0.1', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1'],
    ...['240.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['2001:db8::1', '2001::1', 'fec0::1', '100::1', '4000::1'],
  ])('does not connect to %s, which is not public', (address) => {
    expect(mayConnectTo(address, PUBLIC_ONLY)).toBe(false);
  });

  test('connects to addresses of the networks that the operator permits, and to no others', () => {
    const rules = { networks: ['10.1.0.0/16', 'fd12::/16'], allowsHttp: false };
    expect(
      ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::9'].map((one) => mayConnectTo(one, rules)),
    ).toEqual([true, true, true]);
    expect(['10.2.0.1', 'fd13::1', '127.0.0.1'].map((one) => mayConnectTo(one, rules))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('the url of a receiver', () => {
  test.each(['https://bank.example.com/notices?tenant=1', 'https://8.8.8.8:8443/'])(
    'may be %s',
    (url) => {
      expect(() => requireReceiverUrl(url, PUBLIC_ONLY)).not.toThrow();
    },
  );

  test.each([
    ['bank.example.com', /must be an address/],
    ['http://bank.example.com/', /must begin with https/],
    ['file:///etc/passwd', /must begin with https/],
    ['https://user@bank.example.com/', /must not have credentials/],
    ['https://:secret@bank.example.com/', /must not have credentials/],
    ['https://bank.example.com/#part', /must not have a fragment/],
    ['https://127.0.0.1/', /public internet/],
    ['https://2130706433/', /public internet/],
    ['https://0x7f.1/', /public internet/],
    ['https://[::1]/', /public internet/],
    ['https://[::ffff:169.254.169.254]/', /public internet/],
  ])('is not %s', (url, fault) => {
    expect(() => requireReceiverUrl(url, PUBLIC_ONLY)).toThrow(fault);
  });

  test('may be without TLS where the operator permits it', () => {
    const rules = { networks: ['127.0.0.0/8'], allowsHttp: true };
    expect(() => requireReceiverUrl('http://127.0.0.1:8080/', rules)).not.toThrow();
    expect(() => requireReceiverUrl('ftp://127.0.0.1/', rules)).toThrow(/must begin with https/);
  });
});
