import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { SERVICE_NAMES, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { settingsOf, workloadsOf } from './pods.js';
import { manifestsIn } from './render.js';
import { renderedSuite } from './rendered-suite.js';

const TRACES = '  - ../../components/traces\n';

const folder = mkdtempSync(join(tmpdir(), 'overlay-with-hsm-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

renderedSuite('the component hsm, in an environment as the guide adds it,', () => {
  test('gives each process and each CronJob the library, its configuration and the variables', () => {
    cpSync(join(projectRoot(), 'deploy', 'kubernetes'), folder, { recursive: true });
    const environment = join(folder, 'environments', 'production', 'kustomization.yaml');
    const before = readFileSync(environment, 'utf8');
    expect(before).toContain(TRACES);
    writeFileSync(environment, before.replace(TRACES, `${TRACES}  - ../../components/hsm\n`));
    const overlay = join(folder, 'overlays', 'production');
    const manifests = manifestsIn(
      execFileSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' }),
    );
    // A migration reads no key.
    const processes = workloadsOf(manifests).filter(({ kind }) => kind !== 'Job');
    const kinds = new Set(processes.map(({ kind, service }) => `${kind} ${service}`));
    expect([...kinds].sort()).toEqual([
      ...STATEFUL_SERVICE_NAMES.map((name) => `CronJob ${name}`).sort(),
      ...SERVICE_NAMES.map((name) => `Deployment ${name}`).sort(),
    ]);
    for (const process of processes) {
      const settings = settingsOf(process, manifests);
      expect(settings.get('PKCS11_MODULE')).toEqual({ value: '/opt/hsm/library.so' });
      expect(settings.get('PKCS11_PIN_FILE')).toEqual({ value: '/etc/exchange/hsm/pin' });
      expect(process.container.volumeMounts).toEqual(
        expect.arrayContaining([
          { name: 'hsm-library', mountPath: '/opt/hsm', readOnly: true },
          { name: 'hsm', mountPath: '/etc/exchange/hsm', readOnly: true },
        ]),
      );
      expect(process.spec.volumes).toEqual(
        expect.arrayContaining([{ name: 'hsm', secret: { secretName: 'exchange-hsm' } }]),
      );
      expect(process.spec.initContainers).toMatchObject([
        { volumeMounts: [{ name: 'hsm-library', mountPath: '/opt/hsm' }] },
      ]);
    }
  });
});
