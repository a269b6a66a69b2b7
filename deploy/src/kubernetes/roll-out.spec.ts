import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { SERVICE_NAMES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/**
 * A fake kubectl: records its arguments, and prints the names of the applied objects of the service
 * in the manifests. Each `get` of a Job returns the next line of a file as the Job's conditions;
 * without a file, the Job is complete.
 */
const KUBECTL = `#!/bin/sh
echo "$@" >> "$FOLDER/asked"
case "$*" in
  kustomize*) basename "$2" ;;
  apply*phase=before*)
    service=$(cat "$3")
    echo serviceaccount/exchange-$service
    [ "$service" = gateway ] || echo job.batch/migrate-$service ;;
  apply*--output*) echo deployment.apps/exchange-$(cat "$3") ;;
  rollout*) [ ! -e "$FOLDER/$(basename "$3")-hangs" ] ;;
  get*)
    file=$FOLDER/$(basename "$2")
    [ -e "$file" ] || echo 'SuccessCriteriaMet Complete' > "$file"
    head -n 1 "$file"
    sed -i 1d "$file" ;;
  logs*) echo "the schema is beyond repair" ;;
esac
`;

const ORDER = [
  'entity',
  'product-query',
  'furnishing',
  'attestation',
  'policy',
  'consent',
  'gateway',
];

describe('a rollout', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'roll-out-'));
    writeFileSync(join(folder, 'kubectl'), KUBECTL);
    chmodSync(join(folder, 'kubectl'), 0o755);
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The conditions of a service's migration at each poll. */
  function migration(service: string, ...conditions: readonly string[]): void {
    writeFileSync(join(folder, `migrate-${service}`), `${conditions.join('\n')}\n`);
  }

  function rollOut(...words: readonly string[]) {
    const { status, stderr } = spawnSync(
      join(projectRoot(), 'deploy', 'kubernetes', 'roll-out.sh'),
      ['production', ...words],
      {
        encoding: 'utf8',
        // The script would wait forever if it missed the end of a migration.
        timeout: 20_000,
        env: {
          ...process.env,
          PATH: [folder, process.env['PATH']].join(delimiter),
          FOLDER: folder,
          POLL_SECONDS: '0',
        },
      },
    );
    const steps = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
    return { status, stderr, steps: steps.map((step) => step.split(' ').slice(0, 3).join(' ')) };
  }

  const servicesIn = (steps: readonly string[]) =>
    steps.flatMap((step) => /^rollout status deployment.apps\/exchange-(.*)/.exec(step)?.[1] ?? []);

  test('of a service starts its processes once its migration has succeeded', () => {
    migration('consent', '', 'SuccessCriteriaMet', 'SuccessCriteriaMet Complete');
    expect(rollOut('consent')).toMatchObject({
      status: 0,
      steps: [
        expect.stringMatching(/^kustomize .*overlays\/production\/consent$/),
        expect.stringContaining('apply --filename'),
        'get job.batch/migrate-consent --namespace',
        'get job.batch/migrate-consent --namespace',
        'get job.batch/migrate-consent --namespace',
        expect.stringContaining('apply --filename'),
        'rollout status deployment.apps/exchange-consent',
      ],
    });
  });

  test('of an environment waits for each service in the stated order', () => {
    const { status, steps } = rollOut();
    expect(status).toBe(0);
    expect(steps[0]).toMatch(/^apply -k .*overlays\/production\/namespace$/);
    expect(servicesIn(steps)).toEqual(ORDER);
    expect(ORDER.toSorted()).toEqual(SERVICE_NAMES.toSorted());
    const document = join(projectRoot(), 'docs', 'operators', 'upgrade.md');
    expect(readFileSync(document, 'utf8')).toContain(ORDER.join(', '));
    // Each service is applied after the previous one is ready.
    const ready = steps.indexOf('rollout status deployment.apps/exchange-entity');
    expect(steps[ready + 1]).toMatch(/^kustomize .*production\/product-query$/);
  });

  test('stops as soon as a migration has failed, and shows its log', () => {
    migration('product-query', '', 'FailureTarget Failed');
    const { status, stderr, steps } = rollOut();
    expect(status).toBe(1);
    expect(stderr).toContain(
      'The migration job.batch/migrate-product-query failed; product-query was not changed.',
    );
    expect(stderr).toContain('the schema is beyond repair');
    expect(stderr).toContain(
      'kubectl logs --namespace exchange-production job.batch/migrate-product-query',
    );
    expect(servicesIn(steps)).toEqual(['entity']);
    expect(steps.at(-1)).toBe('logs job.batch/migrate-product-query --namespace');
  });

  test('stops at a service that does not become ready', () => {
    writeFileSync(join(folder, 'exchange-furnishing-hangs'), '');
    const { status, steps } = rollOut();
    expect(status).toBe(1);
    expect(servicesIn(steps)).toEqual(['entity', 'product-query', 'furnishing']);
    expect(steps.at(-1)).toBe('rollout status deployment.apps/exchange-furnishing');
  });

  test('does not report a failed migration before its last attempt', () => {
    migration('consent', 'FailureTarget', 'SuccessCriteriaMet Complete');
    expect(rollOut('consent').status).toBe(0);
  });
});
