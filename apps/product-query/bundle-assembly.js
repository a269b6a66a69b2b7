import { execFileSync } from 'node:child_process';

/** Bundles the assembly before the suites, as `npm run build` does. */
export default function bundleAssembly() {
  execFileSync('npx', ['rolldown', '--config', 'rolldown.assembly.js'], {
    cwd: import.meta.dirname,
  });
}
