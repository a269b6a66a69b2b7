import { parseArgs } from 'node:util';
import { BillingError } from './billing-error.js';
import type { Window } from './reconcile.js';

export const USAGE = `Usage:
  consume     [--brokers host:9092] [--group billing] [--environment production] [--until-caught-up]
  statements  --period 2026-11 [--prices prices.json] [--statements .data-billing/statements]
  reconcile   --url https://gateway --network <id> (--period 2026-11 | --from <time> --to <time>)
              [--institution <id>]
All: [--data .data-billing]; consume and reconcile: [--contract docs/events/asyncapi.json]
Variables: KAFKA_BROKERS, KAFKA_SSL, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD, BILLING_TOKEN`;

const OPTIONS = {
  contract: { type: 'string', default: 'docs/events/asyncapi.json' },
  data: { type: 'string', default: '.data-billing' },
  brokers: { type: 'string' },
  group: { type: 'string', default: 'billing' },
  environment: { type: 'string' },
  'until-caught-up': { type: 'boolean', default: false },
  prices: { type: 'string', default: 'prices.json' },
  statements: { type: 'string', default: '.data-billing/statements' },
  period: { type: 'string' },
  url: { type: 'string' },
  network: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  institution: { type: 'string' },
} as const;

export type Settings = ReturnType<typeof readSettings>;

/** The command and its options. @throws BillingError that says what is not understood */
export function readSettings(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    return { command: positionals.join(' '), ...values };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BillingError(`${reason}\n${USAGE}`, { cause: error });
  }
}

/** A setting that a command cannot do without. @throws BillingError that names it */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '')
    throw new BillingError(`${name} must be given\n${USAGE}`);
  return value;
}

/** A month such as `2026-11`. @throws BillingError for what is none */
export function periodFrom(text: string | undefined): string {
  const period = required(text, '--period');
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(period))
    throw new BillingError(`--period must be a month such as 2026-11, not ${period}`);
  return period;
}

/** The window of a reconciliation: a month, or from one time to another. @throws BillingError */
export function windowFrom(settings: Settings): Window {
  const { from, to } = settings.period === undefined ? settings : monthFrom(settings.period);
  return {
    networkId: required(settings.network, '--network'),
    from: timeFrom(from, '--from'),
    to: timeFrom(to, '--to'),
    institution: settings.institution,
  };
}

function monthFrom(text: string): { readonly from: string; readonly to: string } {
  const from = new Date(`${periodFrom(text)}-01T00:00:00.000Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  return { from: from.toISOString(), to: to.toISOString() };
}

function timeFrom(text: string | undefined, name: string): string {
  const time = new Date(required(text, name));
  if (Number.isNaN(time.getTime()))
    throw new BillingError(`${name} must be a time, not ${String(text)}`);
  return time.toISOString();
}
