import { Command } from '@commander-js/extra-typings';
import type { KybCertificate, NdxClient, QueryPurpose } from '@ndx/client';
import { answerTable, sourcesOf, type AnsweredSection } from '../answer-table.js';
import { businessOf } from '../business-option.js';
import { CliError } from '../cli-error.js';
import { jsonFrom } from '../json-input.js';
import { networkOf } from '../network-option.js';
import { members, print } from '../output.js';
import { connect } from '../session.js';
import { templateMethod } from '../template-method.js';

/** The subject of a query, as the command line names it. */
interface QueryOptions {
  readonly consent?: string;
  readonly business?: string;
  readonly template?: string;
  readonly purpose?: string;
}

/** The answer of a query; undefined for a 204. */
interface Answered {
  readonly data: object | undefined;
  readonly queryEventId: string | undefined;
  /** The ids of the answer, by name. */
  readonly ids: Readonly<Record<string, string>>;
  readonly sections: readonly AnsweredSection[];
}

/** A query that is ready to be sent. */
type Query = (ndx: NdxClient, networkId: string) => Promise<Answered>;

export const query = new Command('query')
  .description('queries the KYB certificate of a business, or a template or bundle; billed')
  .argument(
    '[subject]',
    'with --template: the subject as JSON, a file with it, or - for standard input',
  )
  .option('--consent <id>', 'consent that names the business')
  .option('--business <id>', 'id of the business')
  .option('--template <slug>', 'template or bundle, such as annual_personal_income')
  .option('--purpose <purpose>', 'permissible purpose, such as credit_transaction')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints the answer as JSON')
  .action(async (subject, { network, json = false, ...options }) => {
    const send = await queryOf(subject, options);
    const ndx = await connect();
    const networkId = await networkOf(ndx, network);
    const { data, queryEventId = '', ids, sections } = await send(ndx, networkId);
    if (data !== undefined && !json) {
      const sourceOf = await sourcesOf(ndx, networkId, queryEventId, say);
      const parts = [members(ids), '', answerTable(sections, sourceOf)];
      print(parts, { json }, (all) => all.join('\n'));
      return;
    }
    say(`query event ${queryEventId}`);
    if (data !== undefined) print(data, { json }, String);
    else {
      say(
        `No result (204): no data that you may see satisfies the policy. Run: ndx why ${queryEventId}`,
      );
    }
  });

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** @throws CliError for options that exclude each other, or a subject that is not a JSON object */
function queryOf(subject: string | undefined, options: QueryOptions): Promise<Query> | Query {
  return options.template === undefined
    ? kybQuery(subject, options)
    : templateQuery(options.template, subject, options);
}

function kybQuery(
  subject: string | undefined,
  { consent, business, purpose }: QueryOptions,
): Query {
  if (subject !== undefined) {
    throw new CliError('usage', 'a subject goes with --template', {
      hint: 'The KYB certificate is queried with --consent or --business.',
    });
  }
  const reference = businessOf(consent, business);
  return async (ndx, networkId) => {
    const body = { network_ids: [networkId], ...reference };
    const answer = await ndx.queryKybCertificate({ body, headers: purposeHeader(purpose) });
    return { ...answer, ...shownOf(answer.data) };
  };
}

async function templateQuery(
  template: string,
  subject: string | undefined,
  { consent, business, purpose }: QueryOptions,
): Promise<Query> {
  if (subject === undefined || consent !== undefined || business !== undefined) {
    throw new CliError('usage', '--template needs the subject, without --consent and --business', {
      hint: 'Give the subject as JSON; its members are at /docs of the gateway. The newest consent for it applies.',
    });
  }
  const body = await jsonFrom(subject);
  return async (ndx, networkId) => {
    const headers = { ...purposeHeader(purpose), 'x-network-id': networkId };
    const answer = await templateMethod(ndx, 'query', template)({ body, headers });
    const sections = [{ name: template, values: { ...answer.data } }];
    return { ...answer, ids: { 'query event': answer.queryEventId ?? '-' }, sections };
  };
}

/** The server validates the purpose. */
function purposeHeader(purpose: string | undefined) {
  return { ...(purpose !== undefined && { 'x-permissible-purpose': purpose as QueryPurpose }) };
}

/** The ids of a certificate, and its readable sections with their assertions and data. */
function shownOf(certificate: KybCertificate | undefined): Pick<Answered, 'ids' | 'sections'> {
  if (certificate === undefined) return { ids: {}, sections: [] };
  const { business_id, certificate_id, query_event_id, result } = certificate;
  return {
    ids: { certificate: certificate_id, 'query event': query_event_id, business: business_id },
    sections: Object.entries(result).flatMap(([name, section]) =>
      section !== null && 'assertions' in section
        ? [{ name, values: { ...section.assertions, ...section.data } }]
        : [],
    ),
  };
}
