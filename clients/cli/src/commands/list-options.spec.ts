import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { attestations } from './attestations.js';
import { audit } from './audit.js';
import { certificates } from './certificates.js';
import { clients } from './clients.js';
import { conflicts } from './conflicts.js';
import { consent } from './consent.js';
import { dispute } from './dispute.js';
import { document as documents } from './document.js';
import { events } from './events.js';
import { invitations } from './invitations.js';
import { institutions, networks } from './look-around.js';
import { members } from './members.js';
import { noticeEndpoints } from './notice-endpoints.js';
import { notices } from './notices.js';
import { policy } from './policy.js';
import { records } from './records.js';
import { search } from './search.js';
import { submissions } from './submissions.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
}

const DOCUMENT = new URL('../../../../apps/gateway/openapi.json', import.meta.url);
const ID = '018f4a6e-0000-7000-8000-000000000001';
const ALL = [networks, institutions, members, clients, invitations, search, conflicts, consent];
const COMMANDS = [
  ...[...ALL, policy, attestations, submissions, records, dispute, documents],
  ...[certificates, events, notices, noticeEndpoints, audit],
] as readonly CommandUnknownOpts[];

/** The command that reads each list, without its options. */
const COMMAND_OF: Readonly<Record<string, string>> = {
  listNetworks: 'networks',
  listParticipants: 'institutions',
  listInstitutions: 'members list',
  listAccounts: `members accounts list ${ID}`,
  listClients: 'clients list',
  listInvitations: 'invitations list',
  searchBusinesses: 'search business',
  searchConsumers: 'search consumer',
  listIdentityConflicts: 'conflicts list',
  listBusinessConsents: 'consent list',
  listConsumerConsents: 'consent list --kind consumer',
  readHistoryOfBusinessConsent: `consent history ${ID}`,
  readHistoryOfConsumerConsent: `consent history ${ID} --kind consumer`,
  listQueryingPolicies: 'policy list',
  listFurnishingPolicies: 'policy list --furnishing',
  listPolicyDrafts: 'policy drafts',
  listSimulations: 'policy simulations list',
  listAttestations: 'attestations list',
  listSubmissions: 'submissions list',
  listSubmittedRecords: `submissions records ${ID}`,
  listRecords: 'records list',
  listRecordUses: 'records uses',
  listDisputes: 'dispute list',
  listDocuments: 'document list',
  listKybCertificates: 'certificates list',
  listQueryEvents: 'events list',
  listNotices: 'notices list',
  listNoticeEndpoints: 'notice-endpoints list',
  listNoticeDeliveries: `notice-endpoints deliveries ${ID}`,
  listAuditLogEntries: 'audit list entity',
};

/** Why no command has the filters of a list. */
const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  listMemberships: 'ndx members list has the roles of each institution',
  listSeparations: 'ndx audit list entity --type entity.subject-separated.v1 has them',
  listSimulatedQueries: 'ndx policy simulations get --queries prints all of a simulation',
  listDailyQueryCounts: 'figures for the charts of the console',
  readQueryIndex: 'ndx evidence --for reads it, by network and period',
  readRecordUseIndex: 'ndx evidence --for --record-uses reads it, by network and period',
  listParkedEvents: 'npm run redrive is for operators',
  listServiceLogs: 'npm start writes them to files, and the console shows them',
};

/** A command reads the whole list, in its order. */
const PAGING: readonly string[] = ['limit', 'cursor', 'after', 'order'];

let server: Server;
let folder: string;
const requests: URL[] = [];
const environment = process.env;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ndx-list-options-'));
  await writeFile(join(folder, 'ssn'), '123456789');
  // Each list is empty, except those in which commands look names up.
  server = createServer(({ url = '' }, response) => {
    const address = new URL(url, 'http://localhost');
    requests.push(address);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(bodyOf(address.pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  process.env = { ...environment, NDX_URL: `http://127.0.0.1:${port}`, NDX_TOKEN: 'token' };
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterAll(async () => {
  jest.restoreAllMocks();
  process.env = environment;
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

function bodyOf(path: string): unknown {
  if (path === '/v1/products') return [{ id: ID, slug: 'kyb_certificate' }];
  if (path.endsWith('/search')) return [];
  const data = path === '/v1/networks' ? [{ network_id: ID, name: 'Network', roles: [] }] : [];
  return { data, next_cursor: null };
}

const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenApi;

const lists = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = (get?.parameters ?? []).filter(({ in: place }) => place === 'query');
  const names = parameters.map(({ name }) => name);
  const isList = names.includes('limit') && (names.includes('cursor') || names.includes('after'));
  const filters = names.filter((name) => !PAGING.includes(name));
  return get && isList ? [{ id: get.operationId, path, filters }] : [];
});

test('each list of the interface has a command, or a reason why not', () => {
  const known = [...Object.keys(COMMAND_OF), ...Object.keys(WITHOUT_COMMAND)];
  expect(lists.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
});

test.each(lists.filter(({ id }) => id in COMMAND_OF))(
  'the command of $id sends each of its filters',
  async ({ id, path, filters }) => {
    const { command, rest } = commandOf(String(COMMAND_OF[id]).split(' '));
    const options = command.options
      .filter(({ required }) => required && filters.length > 0)
      .flatMap((option) => [String(option.long), valueOf(option)]);
    requests.length = 0;
    // An option of the row, such as a kind, takes precedence over the same one before it.
    await command.parseAsync([...options, ...rest], { from: 'user' });
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const sent = requests.filter(({ pathname }) => pattern.test(pathname)).at(-1);
    expect(sent).toBeDefined();
    expect([...(sent?.searchParams.keys() ?? [])]).toEqual(expect.arrayContaining(filters));
  },
);

/** The command of these words, and the words that it gets. */
function commandOf(words: readonly string[]) {
  let command: CommandUnknownOpts | undefined;
  let used = 0;
  for (let among = COMMANDS; among.length > 0; among = command.commands) {
    const next = among.find((each) => each.name() === words[used]);
    if (next === undefined) break;
    command = next;
    used += 1;
  }
  if (command === undefined) throw new Error(`there is no command ${words.join(' ')}`);
  return { command, rest: words.slice(used) };
}

/** A value that the command accepts; the server is not asked whether it does. */
function valueOf({ long, argChoices }: CommandUnknownOpts['options'][number]): string {
  if (argChoices !== undefined) return String(argChoices[0]);
  if (long === '--network') return ID;
  if (long === '--product') return 'kyb_certificate';
  return long === '--ssn' ? join(folder, 'ssn') : '7';
}
