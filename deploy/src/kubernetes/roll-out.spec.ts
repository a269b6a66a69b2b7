import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/**
 * A fake kubectl: records its arguments and prints the names of the applied objects. Each `get` of a
 * Job returns the next line of a file as the Job's conditions.
 */
const KUBECTL = `#!/bin/sh
echo "$@" >> "$FOLDER/asked"
case "$*" in
  apply*phase=before*)
    echo serviceaccount/exchange-consent
    echo job.batch/migrate-consent
    echo job.batch/migrate-entity ;;
  apply*--output*) echo deployment.apps/exchange-consent ;;
  get*)
    file=$FOLDER/$(basename "$2")
    head -n 1 "$file"
    sed -i 1d "$file" ;;
  logs*) echo "the schema is beyond repair" ;;
esac
`;

describe('a rollout', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'roll-out-'));
    writeFileSync(join(folder, 'kubectl'), KUBECTL);
    chmodSync(join(folder, 'kubectl'), 0o755);
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** @param conditions of the two migrations at each poll */
  function rollOut(conditions: { consent: readonly string[]; entity: readonly string[] }) {
    for (const [name, looks] of Object.entries(conditions)) {
      writeFileSync(join(folder, `migrate-${name}`), `${looks.join('\n')}\n`);
    }
    const { status, stderr } = spawnSync(
      join(projectRoot(), 'deploy', 'kubernetes', 'roll-out.sh'),
      ['production', 'consent'],
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
    return { status, stderr, steps: steps.map((step) => step.split(' ').slice(0, 2).join(' ')) };
  }

  test('applies the services once every migration has succeeded', () => {
    const consent = ['', 'SuccessCriteriaMet Complete'];
    const entity = ['SuccessCriteriaMet', '', 'SuccessCriteriaMet Complete'];
    expect(rollOut({ consent, entity })).toMatchObject({
      status: 0,
      steps: [
        expect.stringMatching(/^kustomize .*overlays\/production\/consent$/),
        'apply --filename',
        'get job.batch/migrate-consent',
        'get job.batch/migrate-entity',
        'get job.batch/migrate-consent',
        'get job.batch/migrate-entity',
        'get job.batch/migrate-entity',
        'apply --filename',
        'rollout status',
      ],
    });
  });

  test('stops as soon as a migration has failed, and shows its log', () => {
    const { status, stderr, steps } = rollOut({
      consent: ['', '', ''],
      entity: ['', 'FailureTarget Failed'],
    });
    expect(status).toBe(1);
    expect(stderr).toContain('The migration job.batch/migrate-entity failed');
    expect(stderr).toContain('the schema is beyond repair');
    expect(stderr).toContain(
      'kubectl logs --namespace exchange-production job.batch/migrate-entity',
    );
    expect(steps.filter((step) => step.startsWith('apply'))).toHaveLength(1);
    expect(steps.at(-1)).toBe('logs job.batch/migrate-entity');
  });

  test('does not report a failed migration before its last attempt', () => {
    const { status } = rollOut({
      consent: ['FailureTarget', 'SuccessCriteriaMet Complete'],
      entity: ['SuccessCriteriaMet Complete'],
    });
    expect(status).toBe(0);
  });
});
