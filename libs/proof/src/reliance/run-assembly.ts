import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { isSea } from 'node:sea';
import type { Readable, Writable } from 'node:stream';
import { runInThisContext } from 'node:vm';
import { InvalidRelianceFile } from './invalid-file.js';

/** This version of Node cannot run code of others without network. */
export class CannotIsolate extends Error {
  constructor() {
    super(
      `Node ${process.version} cannot run assembly.mjs apart from the network; 25 and later can`,
    );
    this.name = 'CannotIsolate';
  }
}

const LIMIT_MS = 60_000;
/** The largest answer: the file is of a stranger. */
const LIMIT_BYTES = 64 * 1_048_576;
const FLAGS = [
  '--permission',
  '--experimental-vm-modules',
  '--no-warnings',
  '--max-old-space-size=512',
];
/** The only argument of the process that a single executable starts: it cannot evaluate a text. */
const IN_EXECUTABLE = '--run-assembly';

/**
 * Runs in a process that may use neither network, files nor other processes, and there in a context
 * that has the built-in objects of the language alone. Only texts go in and out.
 */
const HARNESS = `(async () => {
const { createContext, runInContext, SourceTextModule } = process.getBuiltinModule('node:vm');
let text = '';
for await (const part of process.stdin.setEncoding('utf8')) text += part;
const { source, members } = JSON.parse(text);
const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
const module = new SourceTextModule(source, { context });
await module.link((specifier) => { throw new Error('it imports ' + specifier); });
await module.evaluate();
const call = runInContext('(assemble, members) => String(JSON.stringify(assemble(JSON.parse(members))))', context);
process.stdout.write(call(module.namespace.assemble, members));
})()`;

/** Whether `runAssembly` started this process of a single executable. */
export function isAssemblyProcess(): boolean {
  return isSea() && process.argv[2] === IN_EXECUTABLE;
}

/**
 * What the script of a single executable does in such a process.
 * @throws Error in a process that may use the network
 */
export async function assembleHere(): Promise<void> {
  const isRestricted = 'permission' in process && !process.permission.has('net');
  if (!isRestricted) throw new Error('this process may use the network');
  await runInThisContext(HARNESS);
}

/**
 * The answer that the module of a file makes of its members; null without a result. It is code of
 * whoever made the file.
 * @throws InvalidRelianceFile when it makes none, CannotIsolate
 */
export async function runAssembly(
  source: string,
  members: Readonly<Record<string, string>>,
): Promise<string | null> {
  if (!process.allowedNodeEnvironmentFlags.has('--allow-net')) throw new CannotIsolate();
  const child = isolated();
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // It may end without reading its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ source, members: JSON.stringify(members) }));
  const output: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > LIMIT_BYTES) child.kill('SIGKILL');
    else output.push(part);
  });
  const status = await ended;
  const answer = status === 0 ? answerIn(Buffer.concat(output).toString()) : undefined;
  if (answer === undefined) throw new InvalidRelianceFile('assembly_failed', 'assembly.mjs');
  return answer;
}

function isolated(): ChildProcessByStdio<Writable, Readable, null> {
  const [args, env] = isSea()
    ? [[IN_EXECUTABLE], { NODE_OPTIONS: FLAGS.join(' ') }]
    : [[...FLAGS, '--eval', HARNESS], {}];
  return spawn(process.execPath, args, {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
}

function answerIn(text: string): string | null | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'string' || answer === null ? answer : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
