import { sandboxName } from '@ndx/client/sandbox';
import { SANDBOX_FAULT_IDENTIFIERS, type SandboxFault } from '@ndx/contracts';
import type { Outcome } from './outcome.js';

/** The cells of an outcome in docs/sandbox.md: name, identifier, status, codes, meaning. */
export function outcomeRow(outcome: Outcome): readonly string[] {
  const { name, meaning, expected } = outcome;
  const { status, then, reason, record, section, code } = expected;
  return [
    asCode(name),
    identifierOf(outcome),
    then === undefined ? String(status) : `${status}, then ${then}`,
    [reason ?? record ?? section ?? code ?? ''].map(asCode).join(''),
    meaning,
  ];
}

/** The cells of a fault in docs/sandbox.md, without its effect: its name and its identifiers. */
export function faultRow(fault: SandboxFault): readonly string[] {
  const { consumer_id, social_security_number, registration, signed_by_name } =
    SANDBOX_FAULT_IDENTIFIERS[fault];
  const identifiers = [consumer_id, String(social_security_number), registration, signed_by_name];
  return [fault, ...identifiers].map(asCode);
}

function identifierOf(outcome: Outcome): string {
  const { name, registration, query = {} } = outcome;
  const { fault, businessId, policy, furnisher, body } = query;
  if (fault) return `\`consumer_id\` ${asCode(SANDBOX_FAULT_IDENTIFIERS[fault].consumer_id)}`;
  if (businessId !== undefined) return `\`business_id\` ${asCode(businessId)}`;
  if (body) return Object.entries(body).map(memberOf).join(', ') || 'none';
  return [
    `${sandboxName(name)}, ${asCode(registration ?? '')}`,
    ...(policy === undefined ? [] : [`policy ${asCode(policy)}`]),
    ...(furnisher === undefined ? [] : [`furnisher \`${furnisher}-bank\``]),
  ].join(', ');
}

function asCode(text: string): string {
  return `\`${text}\``;
}

function memberOf([name, value]: readonly [string, unknown]): string {
  return `${asCode(name)} ${[value].flat().map(String).map(asCode).join(' ')}`;
}
