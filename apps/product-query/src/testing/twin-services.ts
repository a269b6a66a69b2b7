import { newId, type Principal } from '@ndx/contracts';
import { openRelianceFile } from '@ndx/proof';
import fc, { type Arbitrary } from 'fast-check';
import { assemble } from '../domain/reliance/assemble.js';
import { reportPage } from '../domain/reliance/report-page.js';
import { startQueryService, type QueryService } from './query-service.js';

/** A query that is sent to both worlds. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Another principal, and its requests after the questions, given the last query's id. */
export interface Reader {
  readonly principal: Principal;
  readonly asks: (queryEventId: string) => readonly Asked[];
}

/** Changes after the questions, and what the world answers about them. */
export type Meanwhile = (
  service: QueryService,
  ask: (asked: Asked) => Promise<string>,
  /** The id of the last query. */
  lastQuery: () => string,
) => Promise<readonly string[]>;

/** Ids that are the same in both worlds, and new in every run: `00000007-0000-7000-8000-…`. */
export type Ids = (n: number) => string;

let lastRun = 0;

export function newIds(): Ids {
  const run = String((lastRun += 1)).padStart(8, '0');
  return (n) => `${run}-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** A querier in some networks, with permission for every query. */
export function twinCaller(ids: Ids, entity: number, networks: readonly number[]): Principal {
  return {
    account_id: ids(7),
    entity_id: ids(entity),
    permissions: ['product:query', 'product:check', 'billing:read'],
    memberships: networks.map((network) => ({
      network_id: ids(network),
      roles: ['querier'],
      country: 'US',
    })),
  };
}

/** Two services with separate databases, which record the answers of each world. */
export class TwinServices {
  private constructor(private readonly services: readonly [QueryService, QueryService]) {}

  static async start(overrides: Readonly<Record<string, string>> = {}): Promise<TwinServices> {
    return new TwinServices([
      await startQueryService(overrides),
      await startQueryService(overrides),
    ]);
  }

  async stop(): Promise<void> {
    for (const service of this.services) await service.stop();
  }

  /**
   * The answers in two worlds: statuses, headers and bodies, without values that are generated for
   * each request.
   */
  async answersIn<World>(
    worlds: readonly [World, World],
    make: (service: QueryService, world: World) => Promise<void>,
    caller: Principal,
    asked: readonly Asked[],
    readers: readonly Reader[] = [],
    meanwhile: Meanwhile = () => Promise.resolve([]),
  ): Promise<readonly [readonly string[], readonly string[]]> {
    const [one, other] = this.services;
    const answersOf = async (service: QueryService, world: World) => {
      await make(service, world);
      return answers(service, caller, asked, readers, meanwhile);
    };
    return Promise.all([answersOf(one, worlds[0]), answersOf(other, worlds[1])]);
  }
}

/** Cases that run at the same time; their queries share statements. */
const AT_ONCE = 5;
/** `npm run soak` sets it. */
const FACTOR = process.env['FUZZ_MINUTES'] === undefined ? 1 : 4;

/**
 * Asserts a property of this many random cases, and of four times as many in `npm run soak`.
 * @param seed of cases that are the same in each run
 */
export function assertForAll<Case>(
  count: number,
  cases: Arbitrary<Case>,
  holds: (drawn: Case) => Promise<void>,
  seed?: number,
): Promise<void> {
  const batch = fc.array(cases, { minLength: AT_ONCE, maxLength: AT_ONCE });
  return fc.assert(
    fc.asyncProperty(batch, async (drawn) => {
      await Promise.all(drawn.map(holds));
    }),
    // Shrinking a failure would take longer than the test may: its seed and its cases are printed.
    {
      numRuns: Math.ceil((count * FACTOR) / AT_ONCE),
      endOnFailure: true,
      ...(seed !== undefined && { seed }),
    },
  );
}

const CERTIFICATE = /"certificate_id":"([0-9a-f-]{36})"/;

/** The statuses, headers and bodies of the responses in one world. */
async function answers(
  service: QueryService,
  caller: Principal,
  asked: readonly Asked[],
  readers: readonly Reader[],
  meanwhile: Meanwhile,
): Promise<string[]> {
  let certificateId = newId();
  let reference = newId();
  const ask = async ({ method, path, body, headers }: Asked, by = caller) => {
    const response = await service.send(by, method, path, body, headers);
    const isEvidence = path.endsWith('/evidence');
    const isFile = path.endsWith('/reliance-file') && response.ok;
    const text = isFile
      ? fileText(Buffer.from(await response.arrayBuffer()))
      : isEvidence
        ? withoutAudit(await response.text())
        : await response.text();
    certificateId = CERTIFICATE.exec(text)?.[1] ?? certificateId;
    reference = response.headers.get('x-ref-id') ?? reference;
    const head = [...response.headers].filter(
      ([name]) => !OF_A_REQUEST.has(name) && !((isEvidence || isFile) && name === 'content-length'),
    );
    if (response.status === 422 || response.status === 500)
      throw new Error(`${path} was not asked: ${text}`);
    return withoutMinted(JSON.stringify([path, response.status, head, text]));
  };
  const told: string[] = [];
  for (const request of asked) told.push(await ask(request));
  const changed = await meanwhile(
    service,
    (request) => ask(request),
    () => reference,
  );
  const queryEvent = `/v1/query-events/${reference}`;
  const read = [
    `/v1/products/kyb_certificate/certificates/${certificateId}`,
    queryEvent,
    `${queryEvent}/explanation`,
    `${queryEvent}/evidence`,
    `${queryEvent}/reliance-file`,
  ].map((path) => ask({ method: 'GET', path }));
  const readByOthers = readers.flatMap(({ principal, asks }) =>
    asks(reference).map((request) => ask(request, principal)),
  );
  return [...told, ...changed, ...(await Promise.all([...read, ...readByOthers]))];
}

/** Audit entries are made of the query event, which is compared, and follow it after some time. */
const withoutAudit = (text: string) => text.replace(/"audit_entries":\[.*\]/, '"audit_entries":[]');

/** The contents of a reliance file; hashes, salts and signatures depend on generated ids and secrets. */
function fileText(file: Buffer): string {
  const { manifest, members: files } = openRelianceFile(file);
  const members = [...files];
  const texts = Object.fromEntries(members.map(([path, content]) => [path, content.toString()]));
  const { 'report.html': report, ...others } = texts;
  if (report !== reportPage(manifest.query_event_id, manifest.reader, others)) {
    throw new Error('the page says something that the other members do not say');
  }
  const isComplete = 'assembly.mjs' in texts;
  if (isComplete && assemble(texts) !== (texts['answer.json'] ?? null)) {
    throw new Error('it makes another answer');
  }
  return members
    .filter(
      ([path]) => !/^(manifest\.jws|keys\.json|assembly\.mjs|report\.html|log\/.*)$/.test(path),
    )
    .map(([path, content]) => `${path} ${content.toString()}`)
    .join('\n')
    .replaceAll(LISTED_LOG, '')
    .replaceAll(isComplete ? NOTHING : OWN_VALUE, '"json"')
    .replaceAll(/"(salt|sha256)":"[0-9a-f]+"|"size":[0-9]+/g, '"$1"');
}

/** A furnisher reads its own values, which differ between the worlds. */
const OWN_VALUE = /"json":"(?:[^"\\]|\\.)*"/g;
const NOTHING = /(?!)/g;

/** An entry of a log follows its event after some time. */
const LISTED_LOG = /\{"path":"log\/[^}]+\},/g;

const GENERATED = /(occurred_at|issued_at|next_cursor|certificate_sha256)\\":\\"[^"\\]+/g;

/** The signature is over generated ids and the time. */
const OF_A_REQUEST = new Set([
  'answer-signature',
  'date',
  'x-request-id',
  'keep-alive',
  'connection',
]);

/** Ids that the service generated, the time of a query, and the digest of a certificate with them. */
export function withoutMinted(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
      id.includes('-0000-7000-8000-') ? id : '<minted>',
    )
    .replaceAll(GENERATED, '$1 <generated>');
}
