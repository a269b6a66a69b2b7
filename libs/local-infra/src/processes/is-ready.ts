import { get } from 'node:http';

const TIMEOUT_MS = 2_000;

/** Whether the URL answers a GET with 2xx; false for a refused connection. */
export function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      const { statusCode = 0 } = response;
      resolve(statusCode >= 200 && statusCode < 300);
    });
    request.on('timeout', () => request.destroy());
    request.on('close', () => resolve(false));
    request.on('error', () => resolve(false));
  });
}
