import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@ndx/local-infra';

const run = promisify(execFile);

const COMPILER = join(projectRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
const BUNDLER = join(projectRoot(), 'node_modules', 'rolldown', 'bin', 'cli.mjs');
const TYPES = join(projectRoot(), 'node_modules', '@types');

const CONFIGURATION = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    strict: true,
    typeRoots: [TYPES],
    types: ['node'],
  },
};

/** A project outside of the repository that has installed the packed client, as an integrator's has. */
export class PublishedClient {
  private constructor(readonly folder: string) {}

  static async install(): Promise<PublishedClient> {
    const folder = await mkdtemp(join(tmpdir(), 'integrator-'));
    const packed = await run(
      'npm',
      ['pack', '--workspace', 'clients/typescript', '--pack-destination', folder, '--silent'],
      { cwd: projectRoot() },
    );
    const project = { private: true, type: 'module' };
    await writeFile(join(folder, 'package.json'), JSON.stringify(project));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIGURATION));
    const tarball = join(folder, packed.stdout.trim());
    // The client has no dependencies, so the installation needs no registry.
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
    return new PublishedClient(folder);
  }

  /**
   * Type-checks a program with the published types, and runs it.
   * @param name of its file, `.ts` for an ES module or `.cts` for CommonJS
   * @returns what it printed
   * @throws Error with the messages of the compiler or the program
   */
  async runProgram(name: string, program: string): Promise<string> {
    await writeFile(join(this.folder, name), program);
    const compiled = await this.execute(COMPILER, '--project', '.');
    const printed = await this.execute(name.replace(/ts$/, 'js'));
    return compiled + printed;
  }

  /** A program with all that it imports, minified, as a page loads it. */
  async bundle(program: string): Promise<Buffer> {
    await writeFile(join(this.folder, 'page.js'), program);
    await this.execute(BUNDLER, 'page.js', '--format', 'esm', '--minify', '--dir', 'bundle');
    return readFile(join(this.folder, 'bundle', 'page.js'));
  }

  private async execute(...args: readonly string[]): Promise<string> {
    try {
      const { stdout, stderr } = await run(process.execPath, args, { cwd: this.folder });
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
    }
  }
}
