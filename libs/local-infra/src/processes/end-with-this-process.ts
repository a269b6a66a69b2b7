import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ends a server when this process ends for any reason: a keeper reads a pipe that the kernel then
 * closes. For servers of tests, which no later start adopts.
 *
 * @returns a function that cancels this when the server is stopped earlier
 */
export function endWithThisProcess(pid: number, signal: 'INT' | 'TERM'): () => void {
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', signal, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  if (keeper.stdin instanceof Socket) keeper.stdin.unref();
  return () => {
    keeper.kill('SIGKILL');
  };
}

const KEEPER = 'cat > /dev/null; kill -s "$1" "$2"';
