import { SANDBOX_FAULT_IDENTIFIERS, SANDBOX_FAULTS, type SandboxFault } from '@ndx/contracts';
import { parsedBody } from './parsed-body.js';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

/** Where a body names a fault: the path of a member; `records` stands for each record. */
const PLACES = {
  consumer_id: [['consumer_id']],
  social_security_number: [
    ['social_security_number'],
    ['consumer_consent_identity', 'social_security_number'],
  ],
  registration: [
    ['business_consent_identity', REGISTRATION],
    ['records', 'business_identity', REGISTRATION],
  ],
  signed_by_name: [['signed_by_name']],
} as const;

const BY_PLACE = Object.entries(PLACES).flatMap(([kind, paths]) =>
  paths.map((path) => ({
    path,
    faults: new Map<unknown, SandboxFault>(
      SANDBOX_FAULTS.map((fault) => [
        SANDBOX_FAULT_IDENTIFIERS[fault][kind as keyof typeof PLACES],
        fault,
      ]),
    ),
  })),
);

/** The fault that the body of a request names by an identifier; undefined for any other body. */
export function faultIn(body: unknown): SandboxFault | undefined {
  const members = parsedBody(body);
  for (const { path, faults } of BY_PLACE) {
    for (const value of valuesAt(members, path)) {
      const fault = faults.get(value);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

/** The values at a path; a list on the way is each of its items. */
function valuesAt(from: unknown, path: readonly string[]): unknown[] {
  return path.reduce<unknown[]>(
    (found, name) =>
      found
        .map((each) => (isObject(each) && Object.hasOwn(each, name) ? each[name] : undefined))
        .flat(),
    [from],
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
