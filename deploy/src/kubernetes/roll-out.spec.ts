import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/** Stands in for a cluster: notes what it is asked, and names what it would have applied. */
const KUBECTL = `#!/bin/sh
echo "$@" >> "$ASKED"
case "$*" in
  apply*phase=before*) echo serviceaccount/exchange-consent; echo job.batch/exchange-migrate-0.1.0-consent ;;
  apply*--output*) echo deployment.apps/exchange-consent ;;
  wait*) exit "$MIGRATION" ;;
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

  function rollOut(migration: number) {
    const asked = join(folder, 'asked');
    const { status } = spawnSync(
      join(projectRoot(), 'deploy', 'kubernetes', 'roll-out.sh'),
      ['production', 'consent'],
      {
        env: {
          ...process.env,
          PATH: [folder, process.env['PATH']].join(delimiter),
          ASKED: asked,
          MIGRATION: String(migration),
        },
      },
    );
    const steps = readFileSync(asked, 'utf8').trim().split('\n');
    return { status, steps: steps.map((step) => step.split(' ').slice(0, 2).join(' ')) };
  }

  test('migrates, and applies the services when the migration has succeeded', () => {
    expect(rollOut(0)).toEqual({
      status: 0,
      steps: [
        expect.stringMatching(/^kustomize .*overlays\/production\/consent$/),
        'apply --filename',
        'wait job.batch/exchange-migrate-0.1.0-consent',
        'apply --filename',
        'rollout status',
      ],
    });
  });

  test('leaves the services as they are when the migration has failed', () => {
    const { status, steps } = rollOut(1);
    expect(status).not.toBe(0);
    expect(steps.at(-1)).toBe('wait job.batch/exchange-migrate-0.1.0-consent');
  });
});
