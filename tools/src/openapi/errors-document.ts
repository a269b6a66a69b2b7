import {
  AUTHENTICATION_ERRORS,
  ERROR_STATUS,
  REASON_NAMES,
  REASONS,
  type ErrorCode,
} from '@ndx/contracts';
import { OUTCOMES } from '../sandbox/outcomes.js';

/** In the repository. */
export const ERRORS_PATH = 'docs/errors.md';

const INTRODUCTION = `# Errors

The \`reason\` of an error, by \`error_code\`, with its cause and what to do. _Retry_ marks a reason for which the same request can succeed later. The [sandbox](sandbox.md) causes those that name an outcome. A refused query creates no query event; the [coverage check](integrators.md#coverage-check) of the same product, networks and subject is refused for the same reason.

A 422 has a \`detail\` alone: correct the place that it names. So have the errors of authentication, whose texts are fixed:
`;

/** `docs/errors.md`, before formatting; `npm run openapi` writes it. */
export function errorsDocument(): string {
  const authentication = Object.values(AUTHENTICATION_ERRORS).map(
    ({ status, detail }) => `- **${status}** ${detail}`,
  );
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
  return [INTRODUCTION, authentication.join('\n'), ...codes.map(sectionOf)].join('\n\n');
}

function sectionOf(code: ErrorCode): string {
  const rows = REASON_NAMES.filter((reason) => REASONS[reason].code === code).map((reason) => {
    const { cause, remedy, retry } = REASONS[reason];
    const outcome = OUTCOMES.find(({ expected }) => expected.reason === reason);
    return [
      `- \`${reason}\`: ${cause}; ${remedy}.`,
      ...(retry ? ['_Retry_.'] : []),
      ...(outcome === undefined ? [] : [`Sandbox: \`${outcome.name}\`.`]),
    ].join(' ');
  });
  return `## ${code} (${ERROR_STATUS[code]})\n\n${rows.join('\n')}`;
}
