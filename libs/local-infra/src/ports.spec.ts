import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort, isPortFree, requireFreePort } from './ports.js';

test('a port is free until a server listens on it, and after it has closed', async () => {
  const port = await freePort();
  expect(await isPortFree(port)).toBe(true);

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await isPortFree(port)).toBe(false);
  await expect(requireFreePort(port, 'the gateway')).rejects.toThrow(
    `Port ${port}, which the gateway needs, is in use by another program.`,
  );

  await new Promise((resolve) => server.close(resolve));
  expect(await isPortFree(port)).toBe(true);
});
