import {
  AUTHENTICATION_ERRORS,
  ERROR_STATUS,
  FURNISH_FAULTS,
  REASON_NAMES,
  REASONS,
  type ErrorCode,
} from '@ndx/contracts';
import { OUTCOMES } from '../sandbox/outcomes.js';

/** In the repository. */
export const ERRORS_PATH = 'docs/errors.md';

const INTRODUCTION = `# Errors

The \`reason\` of an error, by \`error_code\`, with its cause and what to do. _Retry_ marks a reason for which the same request can succeed later. A [sandbox](sandbox.md) causes each: those that name an outcome by its data, and every reason of an operation by the header \`X-Sandbox-Reason\` ([how](sandbox.md#reasons)). A refused query creates no query event; the [coverage check](visible-data.md#coverage-check) of the same product, networks and subject is refused for the same reason.

A 422 has a \`detail\` alone: correct the place that it names. So have a 501, a 505 and the 400 of a repeated \`chunked\`: send HTTP/1.1, with \`Content-Length\` or one \`Transfer-Encoding: chunked\`. So have the errors of authentication, whose texts are fixed:
`;

const REJECTED_RECORDS = `## Rejected records

The \`code\` of an error of a record: in \`errors\` of \`records_rejected\`, in \`results\` of a furnish of a product, and in the results file of \`ndx furnish\`. A furnish with \`dry_run=true\` gives the same codes, and stores nothing. A sandbox rejects records with each of them by the header \`X-Sandbox-Record-Code\` ([how](sandbox.md#codes-of-rejected-records)).
`;

/** `docs/errors.md`, before formatting; `npm run openapi` writes it. */
export function errorsDocument(): string {
  const authentication = Object.values(AUTHENTICATION_ERRORS).map(
    ({ status, detail }) => `- **${status}** ${detail}`,
  );
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
  const faults = Object.entries(FURNISH_FAULTS).map(
    ([code, { cause, remedy }]) => `- \`${code}\`: ${cause}; ${remedy}.`,
  );
  return [
    ...[INTRODUCTION, authentication.join('\n'), ...codes.map(sectionOf)],
    ...[REJECTED_RECORDS, faults.join('\n')],
  ].join('\n\n');
}

function sectionOf(code: ErrorCode): string {
  const rows = REASON_NAMES.filter((reason) => REASONS[reason].code === code).map((reason) => {
    const { cause, remedy, retry } = REASONS[reason];
    const outcomes = OUTCOMES.filter(({ expected }) => expected.reason === reason);
    const names = outcomes.map(({ name }) => `\`${name}\``).join(', ');
    return [
      `- \`${reason}\`: ${cause}; ${remedy}.`,
      ...(retry ? ['_Retry_.'] : []),
      ...(names === '' ? [] : [`Sandbox: ${names}.`]),
    ].join(' ');
  });
  return `## ${code} (${ERROR_STATUS[code]})\n\n${rows.join('\n')}`;
}
