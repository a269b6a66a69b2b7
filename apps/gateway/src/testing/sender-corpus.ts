import { createHmac } from 'node:crypto';
import { FIRST_CERTIFICATE, SECOND_CERTIFICATE } from './client-certificates.js';
import { DpopClient, PUBLIC_ORIGIN } from './dpop-client.js';
import {
  certificate,
  certificateToken,
  changes,
  dpop,
  now,
  PATH,
  proofs,
  requests,
  targets,
  type SenderRow,
} from './sender-scene.js';

/** Stolen tokens and forged, replayed and confused proofs (RFC 9449, RFC 8705). */
export const SENDER_CORPUS: readonly SenderRow[] = [
  ...requests('token_scheme', {
    'a stolen token, as a bearer token': (scene) => [`authorization: Bearer ${scene.bound()}`],
    'a stolen token, as a bearer token with a proof of another key': (scene) => {
      const token = scene.bound();
      const proof = scene.attacker.proof(PATH, token);
      return [`authorization: Bearer ${token}`, `dpop: ${proof}`];
    },
    'a bound token, as a bearer token with its proof': (scene) => {
      const token = scene.bound();
      return [`authorization: Bearer ${token}`, `dpop: ${scene.proof(token)}`];
    },
    'a bearer token with a proof, as a bound one': (scene) => {
      const token = scene.token();
      return dpop(token, scene.proof(token));
    },
    'a token for a certificate, as one for proofs': (scene) => {
      const token = scene.token({ cnf: { 'x5t#S256': FIRST_CERTIFICATE.thumbprint } });
      return [...dpop(token, scene.proof(token)), certificate(FIRST_CERTIFICATE.field)];
    },
    'a token for a certificate and proofs, with the certificate alone': (scene) => [
      `authorization: Bearer ${scene.bound({ 'x5t#S256': FIRST_CERTIFICATE.thumbprint })}`,
      certificate(FIRST_CERTIFICATE.field),
    ],
  }),
  ...requests('absent', {
    'the scheme in lower case': (scene) => {
      const token = scene.bound();
      return [`authorization: dpop ${token}`, `dpop: ${scene.proof(token)}`];
    },
    'a proof without a token': (scene) => [`dpop: ${scene.proof('')}`],
    'the proof in place of the token and the scheme alone': (scene) => [
      'authorization: DPoP',
      `dpop: ${scene.proof('')}`,
    ],
    'two credentials, one of each scheme': (scene) => {
      const token = scene.bound();
      return [...dpop(token, scene.proof(token)), `authorization: Bearer ${scene.token()}`];
    },
  }),
  ...requests('proof_absent', {
    'a stolen token without a proof': (scene) => dpop(scene.bound()),
    'two proofs': (scene) => {
      const token = scene.bound();
      return dpop(token, scene.proof(token), scene.proof(token));
    },
    'the same proof in two headers': (scene) => {
      const token = scene.bound();
      const proof = scene.proof(token);
      return dpop(token, proof, proof);
    },
    'an empty proof': (scene) => dpop(scene.bound(), ''),
  }),
  ...proofs('proof_key', {
    'a proof of the key of the attacker': ({ attacker }, token) => attacker.proof(PATH, token),
    'a proof of a key of another kind': (_scene, token) =>
      DpopClient.create('EdDSA').proof(PATH, token),
  }),
  ...requests('proof_key', {
    'a token of the attacker with a proof of the holder': (scene) => {
      const token = scene.token({ cnf: { jkt: scene.attacker.thumbprint } });
      return dpop(token, scene.proof(token));
    },
  }),
  ...requests('proof_invalid', {
    'a key of RSA with 1024 bits': (scene) => {
      const holder = DpopClient.withShortKey();
      const token = scene.token({ cnf: { jkt: holder.thumbprint } });
      return dpop(token, holder.proof(PATH, token));
    },
  }),
  ...proofs('proof_invalid', {
    'a text that is no JWT': () => 'proof',
    'a text of 100 kB': () => 'x'.repeat(100_000),
    'the token itself': (_scene, token) => token,
    'two proofs with a comma': (scene, token) => `${scene.proof(token)},${scene.proof(token)}`,
    'a proof without its signature': (scene, token) =>
      `${scene.proof(token).split('.', 2).join('.')}.`,
    'a signature of the key of the attacker': (scene, token) =>
      scene.proof(token, { sign: scene.attacker.sign }),
    'the claims of another proof': (scene, token) => {
      const [header, , signature] = scene.proof(token).split('.');
      const [, payload] = scene.proof(token, { claims: { htm: 'POST' } }).split('.');
      return [header, payload, signature].join('.');
    },
    'a proof of more than 8 kB': (scene, token) =>
      scene.proof(token, { claims: { padding: 'x'.repeat(9_000) } }),
  }),
  ...changes('proof_invalid', {
    'the type of a token': { header: { typ: 'JWT' } },
    'the type of an access token': { header: { typ: 'at+jwt' } },
    'no type': { header: { typ: undefined } },
    'no algorithm': { header: { alg: undefined } },
    'the algorithm none': { header: { alg: 'none' }, sign: () => '' },
    'the algorithm none, signed': { header: { alg: 'none' } },
    'HS256 with the public key as the secret': ({ holder }) => ({
      header: { alg: 'HS256' },
      sign: (text) =>
        createHmac('sha256', JSON.stringify(holder.jwk)).update(text).digest('base64url'),
    }),
    'a symmetric key in the proof': {
      header: { alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } },
      sign: (text) => createHmac('sha256', 'secret').update(text).digest('base64url'),
    },
    'no key': { header: { jwk: undefined } },
    'a key that is a text': { header: { jwk: 'key' } },
    'a key that is a list': { header: { jwk: [] } },
    'a key without its type': ({ holder }) => ({
      header: { jwk: { ...holder.jwk, kty: undefined } },
    }),
    'the private key': ({ holder }) => ({
      header: { jwk: holder.privateKey.export({ format: 'jwk' }) },
    }),
    'a key for encryption': ({ holder }) => ({ header: { jwk: { ...holder.jwk, use: 'enc' } } }),
    'a key with another algorithm': ({ holder }) => ({
      header: { jwk: { ...holder.jwk, alg: 'ES384' } },
    }),
    'an extension that is critical': { header: { crit: ['b64'], b64: false } },
    'an unknown extension that is critical': { header: { crit: ['x'], x: 1 } },
    'claims that are no object': { payload: '[]' },
    'claims that are no JSON': { payload: 'claims' },
    'no id': { claims: { jti: undefined } },
    'an empty id': { claims: { jti: '' } },
    'an id that is a number': { claims: { jti: 7 } },
    'an id of 300 characters': { claims: { jti: 'x'.repeat(300) } },
    'an expiry that is over': { claims: { exp: now() - 100 } },
    'a start that is ahead': { claims: { nbf: now() + 1_000 } },
  }),
  ...changes('proof_target', {
    'another method': { claims: { htm: 'POST' } },
    'the method in lower case': { claims: { htm: 'get' } },
    'no method': { claims: { htm: undefined } },
    'a method that is a list': { claims: { htm: ['GET'] } },
  }),
  ...targets({
    'no address': undefined,
    'an address that is a list': [PUBLIC_ORIGIN + PATH],
    'the path alone': PATH,
    'another path': `${PUBLIC_ORIGIN}/v1/networks`,
    'a path that ends with a slash': `${PUBLIC_ORIGIN}${PATH}/`,
    'a path in another case': `${PUBLIC_ORIGIN}/v1/Products`,
    'another host': `https://attacker.example${PATH}`,
    'a host that only begins like ours': `${PUBLIC_ORIGIN}.attacker.example${PATH}`,
    'our host as a user': `https://exchange.example@attacker.example${PATH}`,
    'a user at our host': `https://user@exchange.example${PATH}`,
    'another port': `https://exchange.example:8443${PATH}`,
    'another scheme': `http://exchange.example${PATH}`,
    'our address in a query': `https://attacker.example/?u=${PUBLIC_ORIGIN}${PATH}`,
  }),
  ...changes('proof_time', {
    'an issue time of two minutes ago': { claims: { iat: now() - 120 } },
    'an issue time in a minute': { claims: { iat: now() + 60 } },
    'no issue time': { claims: { iat: undefined } },
    'an issue time in milliseconds': { claims: { iat: Date.now() } },
    'an issue time without end': ({ holder }) => ({
      payload: `{"jti":"j","htm":"GET","htu":"${PUBLIC_ORIGIN}${PATH}","iat":-1e400,"ath":"${holder.thumbprint}"}`,
    }),
  }),
  ...changes('proof_invalid', { 'an issue time that is a text': { claims: { iat: 'now' } } }),
  ...changes('proof_token', {
    'no hash of the token': { claims: { ath: undefined } },
    'an empty hash': { claims: { ath: '' } },
    'the token in place of its hash': (scene) => ({ claims: { ath: scene.bound() } }),
  }),
  ...proofs('proof_token', {
    'the proof of another token of the holder': (scene) =>
      scene.proof(scene.token({ cnf: { jkt: scene.holder.thumbprint }, jti: 'another' })),
    'the proof of a token request': (scene, token) =>
      scene.proof(token, { claims: { ath: undefined } }),
  }),
  ...requests('confirmation', {
    'a confirmation that is null': (scene) => [
      `authorization: Bearer ${scene.token({ cnf: null })}`,
    ],
    'a confirmation that is a text': (scene) => [
      `authorization: Bearer ${scene.token({ cnf: 'key' })}`,
    ],
    'an empty confirmation': (scene) => [`authorization: Bearer ${scene.token({ cnf: {} })}`],
    'a key in the confirmation': (scene) => [
      `authorization: Bearer ${scene.token({ cnf: { jwk: scene.holder.jwk } })}`,
    ],
    'an unknown confirmation alone': (scene) => [
      `authorization: Bearer ${scene.token({ cnf: { 'own-type': 'key' } })}`,
    ],
    'an unsupported confirmation beside a known one': (scene) => {
      const token = scene.bound({ kid: 'one' });
      return dpop(token, scene.proof(token));
    },
    'a thumbprint that is a list': (scene) => {
      const token = scene.token({ cnf: { jkt: [scene.holder.thumbprint] } });
      return dpop(token, scene.proof(token));
    },
    'an empty thumbprint': (scene) => {
      const token = scene.token({ cnf: { jkt: '' } });
      return dpop(token, scene.proof(token));
    },
  }),
  ...requests('certificate', {
    'a stolen token for a certificate, without one': (scene) => [certificateToken(scene)],
    'a stolen token for a certificate, with another one': (scene) => [
      certificateToken(scene),
      certificate(SECOND_CERTIFICATE.field),
    ],
    'two certificates': (scene) => [
      certificateToken(scene),
      certificate(SECOND_CERTIFICATE.field),
      certificate(FIRST_CERTIFICATE.field),
    ],
    'the thumbprint in place of the certificate': (scene) => [
      certificateToken(scene),
      certificate(FIRST_CERTIFICATE.thumbprint),
    ],
    'a part of the certificate': (scene) => [
      certificateToken(scene),
      certificate(`${FIRST_CERTIFICATE.field.slice(0, 200)}:`),
    ],
    'the certificate in another header': (scene) => [
      certificateToken(scene),
      `x-${certificate(FIRST_CERTIFICATE.field)}`,
    ],
    'a token for a certificate and proofs, with the proof alone': (scene) => {
      const token = scene.bound({ 'x5t#S256': FIRST_CERTIFICATE.thumbprint });
      return dpop(token, scene.proof(token));
    },
  }),
  ...requests('signature', {
    'a binding that the attacker added to a stolen bearer token': (scene) => {
      const [header, payload = '', signature] = scene.token().split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      const changed = { ...claims, cnf: { jkt: scene.attacker.thumbprint } };
      const text = Buffer.from(JSON.stringify(changed)).toString('base64url');
      const token = [header, text, signature].join('.');
      return dpop(token, scene.attacker.proof(PATH, token));
    },
  }),
  ...requests('expired', {
    'an expired token with a right proof': (scene) => {
      const token = scene.token({ cnf: { jkt: scene.holder.thumbprint }, exp: now() - 10 });
      return dpop(token, scene.proof(token));
    },
  }),
  ...requests('unknown_account', {
    'a token of no account with a right proof': (scene) => {
      const token = scene.token({ cnf: { jkt: scene.holder.thumbprint }, org_id: 'unknown' });
      return dpop(token, scene.proof(token));
    },
  }),
];
