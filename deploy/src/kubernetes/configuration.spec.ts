import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceVariable } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { expect, test } from '@jest/globals';
import { callsOf } from '../calls.js';
import { declaredVariables, migrationVariables } from '../declared-variables.js';
import { ConfigMap, Ingress, ofKind, Service, theOnly } from './kinds.js';
import { deploymentOf, settingsOf, valueOf, workloadsOf } from './pods.js';
import { ENVIRONMENTS, overlay, SINGLE_SERVICES } from './render.js';
import { renderedSuite } from './rendered-suite.js';

/** Variables that Node and the S3 client read. */
const VARIABLES_OF_OTHERS = [
  ...['NODE_EXTRA_CA_CERTS', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
];

const each = test.each(SINGLE_SERVICES);

renderedSuite('the settings of a container', () => {
  each(
    '%s contain all required variables and no unknown variable',
    (path, _environment, service) => {
      const manifests = overlay(path);
      for (const workload of workloadsOf(manifests)) {
        const read =
          workload.kind === 'Job' ? migrationVariables(service) : declaredVariables(service);
        const given = [...settingsOf(workload, manifests).keys()];
        const required = read.filter((variable) => variable.required).map(({ name }) => name);
        expect(given).toEqual(expect.arrayContaining(required));
        const known = [...read.map(({ name }) => name), ...VARIABLES_OF_OTHERS];
        expect(given.filter((name) => !known.includes(name))).toEqual([]);
      }
    },
  );

  each('%s contain secrets only by reference', (path, _environment, service) => {
    const manifests = overlay(path);
    const secrets = declaredVariables(service).filter(({ secret }) => secret);
    for (const workload of workloadsOf(manifests)) {
      const settings = settingsOf(workload, manifests);
      for (const { name } of secrets) {
        expect(settings.get(name) ?? { secret: 'not given' }).toHaveProperty('secret');
      }
    }
    const plain = ofKind(manifests, ConfigMap).flatMap(({ data }) => Object.keys(data ?? {}));
    expect(plain.filter((name) => secrets.some((secret) => secret.name === name))).toEqual([]);
  });

  each('%s have only values that the variables allow', (path, _environment, service) => {
    const manifests = overlay(path);
    const settings = settingsOf(deploymentOf(manifests), manifests);
    for (const { name, choices, default: preset } of declaredVariables(service)) {
      const value = valueOf(settings, name);
      if (value === undefined) continue;
      if (choices) expect(choices).toContain(value);
      if (typeof preset === 'number') expect(Number(value)).not.toBeNaN();
      if (typeof preset === 'boolean') expect(['true', 'false']).toContain(value);
    }
  });

  each('%s have the addresses of its peers', (path, environment, service) => {
    const manifests = overlay(path);
    const settings = settingsOf(deploymentOf(manifests), manifests);
    const found = ofKind(overlay(environment), Service).flatMap(({ metadata, spec }) =>
      (spec?.ports ?? []).map(({ port }) => `http://${String(metadata?.name)}:${port}`),
    );
    for (const peer of callsOf(service)) {
      const address = valueOf(settings, serviceVariable(peer, 'URL'));
      expect(address).toContain(peer);
      expect(found).toContain(address);
    }
  });

  each('%s name the environment', (path, environment) => {
    const manifests = overlay(path);
    const settings = settingsOf(deploymentOf(manifests), manifests);
    expect(valueOf(settings, 'ENVIRONMENT')).toBe(environment);
  });
});

renderedSuite('the environments', () => {
  const gateway = ENVIRONMENTS.map((environment) => {
    const path = `${environment}/gateway`;
    return {
      settings: () => settingsOf(deploymentOf(overlay(path)), overlay(path)),
      host: () => theOnly(overlay(path), Ingress).spec?.rules?.[0]?.host,
    };
  });

  test.each(['CLIENT_ID', 'JWKS_URL', 'TOKEN_ISSUER'])('each have a different %s', (name) => {
    const values = gateway.map(({ settings }) => valueOf(settings(), name));
    expect(values).not.toContain(undefined);
    expect(new Set(values).size).toBe(ENVIRONMENTS.length);
  });

  test('each have a different base address', () => {
    const hosts = gateway.map(({ host }) => host());
    expect(hosts).not.toContain(undefined);
    expect(new Set(hosts).size).toBe(ENVIRONMENTS.length);
  });

  test.each(ENVIRONMENTS)('%s needs only secrets that the guide lists', (environment) => {
    const guide = readFileSync(join(projectRoot(), 'docs', 'operators', 'deploy.md'), 'utf8');
    const manifests = overlay(environment);
    for (const workload of workloadsOf(manifests)) {
      for (const setting of settingsOf(workload, manifests).values()) {
        if (!('secret' in setting)) continue;
        const general = setting.secret.replace(workload.service, '<service>');
        const names = [setting.secret, general].map((name) => `\`${name}\``);
        expect(names.some((name) => guide.includes(name))).toBe(true);
        expect(guide).toContain(`\`${setting.key}\``);
      }
    }
  });
});
