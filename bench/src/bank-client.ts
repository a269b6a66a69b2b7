import { tokenOf } from '@ndx/tools/network/api-client';
import type { DemoInstitution } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { Pool } from 'undici';

/** The client of an institution, with kept connections. */
export class BankClient {
  private constructor(
    private readonly pool: Pool,
    private readonly token: () => Promise<string>,
  ) {}

  /** @param url of the server under test; the network's gateway by default */
  static connect(
    { addresses }: Pick<LocalNetwork, 'addresses'>,
    { account }: DemoInstitution,
    connections: number,
    url = addresses.gatewayUrl,
  ): BankClient {
    return new BankClient(new Pool(url, { connections }), tokenOf(addresses.tokenUrl, account));
  }

  /** The status of the answer, whose body is read and dropped. */
  async statusOf(method: 'GET' | 'POST', path: string, body?: string): Promise<number> {
    const response = await this.request(method, path, body);
    await response.body.dump();
    return response.statusCode;
  }

  /** The body of the answer. @throws Error unless its status is 200 */
  async send(method: 'GET' | 'POST', path: string, body?: string): Promise<string> {
    const response = await this.request(method, path, body);
    const text = await response.body.text();
    if (response.statusCode === 200) return text;
    throw new Error(`${method} ${path} was answered with ${response.statusCode}: ${text}`);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async request(method: 'GET' | 'POST', path: string, body?: string) {
    const authorization = `Bearer ${await this.token()}`;
    return this.pool.request({
      method,
      path,
      headers:
        body === undefined
          ? { authorization }
          : { authorization, 'content-type': 'application/json' },
      body: body ?? null,
    });
  }
}
