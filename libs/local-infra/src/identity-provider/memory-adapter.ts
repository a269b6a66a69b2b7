import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  readonly payload: AdapterPayload;
  /** Milliseconds of the epoch. */
  readonly expiresAt: number;
}

/**
 * The storage of sessions, codes and refresh tokens of a browser sign-in, in memory: a restart of the
 * provider ends them.
 */
export function memoryStorage(): AdapterFactory {
  const entries = new Map<string, Entry>();
  return (model) => new MemoryAdapter(model, entries);
}

class MemoryAdapter implements Adapter {
  constructor(
    private readonly model: string,
    private readonly entries: Map<string, Entry>,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<undefined> {
    this.dropExpired();
    const expiresAt = expiresIn > 0 ? Date.now() + expiresIn * 1_000 : Infinity;
    this.entries.set(this.key(id), { payload, expiresAt });
    return undefined;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const entry = this.entries.get(this.key(id));
    return entry !== undefined && entry.expiresAt > Date.now() ? entry.payload : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.firstWith('uid', uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.firstWith('userCode', userCode);
  }

  async consume(id: string): Promise<undefined> {
    const payload = await this.find(id);
    if (payload) payload['consumed'] = Math.floor(Date.now() / 1_000);
    return undefined;
  }

  async destroy(id: string): Promise<undefined> {
    this.entries.delete(this.key(id));
    return undefined;
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    for (const [key, { payload }] of this.entries) {
      if (payload.grantId === grantId) this.entries.delete(key);
    }
    return undefined;
  }

  private key(id: string): string {
    return `${this.model}:${id}`;
  }

  private firstWith(member: 'uid' | 'userCode', value: string): AdapterPayload | undefined {
    for (const [key, { payload, expiresAt }] of this.entries) {
      const isOfModel = key.startsWith(`${this.model}:`);
      if (isOfModel && payload[member] === value && expiresAt > Date.now()) return payload;
    }
    return undefined;
  }

  private dropExpired(): void {
    for (const [key, { expiresAt }] of this.entries) {
      if (expiresAt <= Date.now()) this.entries.delete(key);
    }
  }
}
