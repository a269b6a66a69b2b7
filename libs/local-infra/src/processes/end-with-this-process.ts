import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ends a server when this process ends, however it ends: a keeper reads a pipe that the kernel
 * closes then. For servers of tests, which nobody starts again to adopt them.
 *
 * @returns what calls it off, for when the server is stopped before
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
