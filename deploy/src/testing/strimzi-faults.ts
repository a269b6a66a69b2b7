import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { filesOf, projectRoot } from '@ndx/local-infra';

const MODEL = {
  name: 'the model of Strimzi',
  folder: 'strimzi',
  goals: ['dependency:copy-dependencies'],
} as const;

/**
 * What the operator's API v1 does not allow in each of the resources. Needs a JDK; Maven downloads the
 * model once.
 */
export function strimziFaults(resources: readonly object[]): readonly (readonly string[])[] {
  const files = filesOf(MODEL, () => undefined);
  const jars = join(files, '*');
  const folder = mkdtempSync(join(tmpdir(), 'strimzi-'));
  try {
    const source = join(projectRoot(), 'deploy', 'strimzi', 'Faults.java');
    execFileSync('javac', ['-nowarn', '-d', folder, '-cp', jars, source], { stdio: 'pipe' });
    const program = 'io.strimzi.crdgenerator.annotations.Faults';
    const printed = execFileSync('java', ['-cp', [folder, jars].join(delimiter), program], {
      input: JSON.stringify(resources),
      stdio: 'pipe',
    });
    return JSON.parse(printed.toString()) as readonly (readonly string[])[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
