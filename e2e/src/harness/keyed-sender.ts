import type { DemoInstitution } from '@ndx/tools/network/demo-network';
import type { Exchange } from './exchange.js';

/** A response, byte for byte. */
export interface KeyedAnswer {
  readonly key: string;
  readonly status: number;
  readonly text: string;
  readonly type: string | null;
  readonly reference: string | null;
  readonly isReplayed: boolean;
}

/** Sends requests under a key; every response must be a declared one. */
export class KeyedSender {
  constructor(private readonly exchange: Exchange) {}

  async send(
    by: DemoInstitution,
    key: string,
    request: {
      readonly path: string;
      /** JSON text; undefined for none. */
      readonly body: string | undefined;
      readonly headers: Readonly<Record<string, string>>;
    },
  ): Promise<KeyedAnswer> {
    const { path, body, headers } = request;
    const response = await fetch(new URL(path, this.exchange.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await this.exchange.tokenOf(by)}`,
        'idempotency-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    this.exchange.requireDeclared('POST', path, response.status, parsed);
    return {
      key,
      status: response.status,
      text,
      type: response.headers.get('content-type'),
      reference: response.headers.get('x-ref-id'),
      isReplayed: response.headers.get('idempotency-replayed') === 'true',
    };
  }
}
