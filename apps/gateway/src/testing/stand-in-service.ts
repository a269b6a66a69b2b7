import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { resolveAccount } from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { PRINCIPAL_HEADER } from '@ndx/service';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** An HTTP server that stands in for the services: records requests and returns configured answers. */
export class StandInService {
  readonly received: Received[] = [];
  answer: Answer = (_received, response) => response.end('{}');
  /**
   * The results of `resolveAccount`, by organization, and by test run where one is named; without an
   * organization, by client and subject.
   */
  readonly accounts = new Map<string, object>();
  accountQuestions = 0;
  /** Whether it disconnects instead of resolving an account. */
  isAway = false;

  private constructor(private readonly server: TestHttpServer) {}

  static async start(): Promise<StandInService> {
    const server = await startHttpServer((request, response) => {
      const { method = '', url = '', headers } = request;
      buffer(request).then(
        (body) => service.take({ method, url, headers, body }, response),
        // A client that disconnects before it has sent everything.
        (error: unknown) => response.destroy(error as Error),
      );
    });
    const service = new StandInService(server);
    return service;
  }

  get url(): string {
    return this.server.url;
  }

  /** The last forwarded request. */
  last(): Received {
    const received = this.received.at(-1);
    if (!received) throw new Error('nothing was received');
    return received;
  }

  /** The principal of the last forwarded request. */
  lastPrincipal(): Principal {
    const [, claims = ''] = String(this.last().headers[PRINCIPAL_HEADER]).split('.');
    const { principal } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      principal: Principal;
    };
    return principal;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private take(received: Received, response: ServerResponse): void {
    if (received.url === resolveAccount.path) {
      this.resolveAccount(received, response);
    } else if (received.url === '/health/live') {
      response.end();
    } else {
      this.received.push(received);
      this.answer(received, response);
    }
  }

  private resolveAccount({ body }: Received, response: ServerResponse): void {
    this.accountQuestions += 1;
    if (this.isAway) {
      response.destroy();
      return;
    }
    const { subject, organization, client_id, run } = JSON.parse(body.toString()) as {
      subject: string;
      organization?: string;
      client_id?: string;
      run?: string;
    };
    const named = organization ?? `${String(client_id)} ${subject}`;
    if (named.length > 300) {
      response.writeHead(422).end();
      return;
    }
    const account = this.accounts.get(run === undefined ? named : `${named} ${run}`);
    const answer = account ?? {
      detail: 'account not found',
      error_code: 'RESOURCE_NOT_FOUND',
      reason: 'not_found',
    };
    response.writeHead(account ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }
}
