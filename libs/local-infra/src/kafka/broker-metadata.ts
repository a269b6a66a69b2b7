import { connect } from 'node:net';

const TIMEOUT_MS = 2_000;

/**
 * Whether a broker on the port serves clients: it answers a Metadata request with at least one
 * broker. An open port is not sufficient, because it opens before the broker has
 * joined its cluster.
 */
export function servesClients(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let answer = Buffer.alloc(0);
    const settle = (serves: boolean): void => {
      socket.destroy();
      resolve(serves);
    };
    socket.setTimeout(TIMEOUT_MS, () => settle(false));
    socket.on('error', () => settle(false));
    socket.on('close', () => settle(false));
    socket.on('connect', () => socket.write(METADATA_REQUEST));
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= BROKER_COUNT_OFFSET + 4) {
        settle(answer.readInt32BE(BROKER_COUNT_OFFSET) > 0);
      }
    });
  });
}

/** Length, api key 3, version 0, correlation id 1, no client id, no topics in particular. */
const METADATA_REQUEST = Buffer.from(
  '0000000e' + '0003' + '0000' + '00000001' + 'ffff' + '00000000',
  'hex',
);

/** Behind the length and the correlation id. */
const BROKER_COUNT_OFFSET = 8;
