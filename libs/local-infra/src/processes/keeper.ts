import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ends a server when its users have ended for any reason: a keeper reads a pipe that the kernel then
 * closes.
 *
 * @param users file descriptor of the read end of a pipe that each user holds open for writing; by
 *   default this process is the only user
 * @returns a function that cancels this when the server is stopped earlier
 */
export function endWithUsers(pid: number, signal: 'INT' | 'TERM', users?: number): () => void {
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', signal, String(pid)], {
    detached: true,
    stdio: [users ?? 'pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  if (keeper.stdin instanceof Socket) keeper.stdin.unref();
  return () => {
    keeper.kill('SIGKILL');
  };
}

const KEEPER = 'cat > /dev/null; kill -s "$1" "$2"';
