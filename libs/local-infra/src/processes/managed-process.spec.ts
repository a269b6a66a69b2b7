import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '../ports.js';
import { projectRoot } from '../project-root.js';
import { waitUntil } from '../wait.js';
import { ManagedProcess, type ManagedProcessOptions } from './managed-process.js';
import { commandLineOf } from './command-line.js';

/** A service as the launcher knows it: ready over HTTP, ends with SIGTERM or with its launcher. */
const SERVICE = `
  const server = require('node:http').createServer((request, response) => {
    response.statusCode = request.url === '/ready' ? 200 : 503;
    response.end(String(process.pid));
  });
  server.listen(Number(process.env.PORT), '127.0.0.1', () =>
    console.log('serving ' + process.pid + ' with ' + JSON.stringify(process.argv.slice(2))));
  process.on('disconnect', () => process.exit(0));
`;

let folder: string;
let port: number;
let lines: string[];
let managed: ManagedProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'managed-process-'));
  writeFileSync(join(folder, 'service.cjs'), SERVICE);
  writeFileSync(join(folder, 'broken.cjs'), "throw new Error('PORT is missing')");
});

beforeEach(async () => {
  port = await freePort();
  lines = [];
});

afterEach(() => managed?.stop());

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(
  options: Partial<Pick<ManagedProcessOptions, 'restart' | 'entry' | 'firstArgs'>> = {},
) {
  managed = await ManagedProcess.start({
    name: 'service',
    ...options,
    entry: join(folder, options.entry ?? 'service.cjs'),
    env: { PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/ready`,
    logFile: join(folder, 'service.log'),
    log: (line) => lines.push(line),
  });
  return managed;
}

async function servingPid(): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}/ready`)).text());
}

test('a started process is ready, and its output is in its log file', async () => {
  const service = await start();
  expect(await servingPid()).toBe(service.pid);
  expect(readFileSync(join(folder, 'service.log'), 'utf8')).toContain(
    `serving ${String(service.pid)}`,
  );
});

test('a killed process is restarted and becomes ready', async () => {
  const service = await start({ restart: true });
  const before = service.pid;
  await service.kill('SIGKILL');
  await service.ready();
  expect(await servingPid()).toBe(service.pid);
  expect(service.pid).not.toBe(before);
  expect(lines).toEqual(['service: ended unexpectedly (SIGKILL), starting it again']);
});

test('only the first start has the arguments of the first start', async () => {
  const service = await start({ restart: true, firstArgs: ['--migrate'] });
  const first = service.pid;
  await service.kill('SIGKILL');
  await service.ready();
  const log = readFileSync(join(folder, 'service.log'), 'utf8');
  expect(log).toContain(`serving ${String(first)} with ["--migrate"]`);
  expect(log).toContain(`serving ${String(service.pid)} with []`);
});

test('a stopped process reports its exit and can be started again', async () => {
  const service = await start({ restart: true });
  expect(await service.terminate()).toMatchObject({ status: null, signal: 'SIGTERM' });
  await service.ready();
  expect(await servingPid()).toBe(service.pid);
});

test('a stopped process is not restarted', async () => {
  const service = await start({ restart: true });
  await service.stop();
  expect(service.isRunning).toBe(false);
  await expect(servingPid()).rejects.toThrow('fetch failed');
  expect(lines).toEqual([]);
});

test('a process that exits before it is ready fails the start with the end of its log', async () => {
  await expect(start({ entry: 'broken.cjs', restart: true })).rejects.toThrow(
    /service exited during startup; the end of .*service\.log:[^]*PORT is missing/,
  );
});

test('a process does not outlive a killed launcher', async () => {
  const launcher = spawn(
    process.execPath,
    ['--input-type=module', '-e', LAUNCHER, join(folder, 'service.cjs'), String(port)],
    { cwd: join(projectRoot(), 'libs', 'local-infra'), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const pid = Number(await new Promise((resolve) => launcher.stdout.once('data', resolve)));
  expect(await servingPid()).toBe(pid);
  launcher.kill('SIGKILL');
  expect(await waitUntil(() => commandLineOf(pid) === undefined, 10_000)).toBe(true);
});

/** The other process runs the build, not the sources. */
const LAUNCHER = `
  import { ManagedProcess } from './dist/index.js';
  const [entry, port] = process.argv.slice(1);
  const service = await ManagedProcess.start({
    name: 'service',
    entry,
    env: { PORT: port },
    readyUrl: 'http://127.0.0.1:' + port + '/ready',
    logFile: entry + '.log',
    log: () => undefined,
  });
  console.log(service.pid);
`;
