import { quoted, type TourStep } from './tour-steps.js';

/** The code that sends a request of the tour, by the label of its tab. */
export function codeOf(step: TourStep, body: object, gatewayUrl: string) {
  const command = step.command?.(body);
  return {
    curl: curlOf(step, body, gatewayUrl),
    'Command line': command ?? '# The command line edits and publishes policies: ndx policy --help',
    TypeScript: typeScriptOf(step, body, gatewayUrl),
  };
}

function curlOf({ path }: TourStep, body: object, gatewayUrl: string): string {
  return [
    `curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `  ${gatewayUrl}${path} \\`,
    `  -d ${quoted(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

function typeScriptOf({ operation }: TourStep, body: object, gatewayUrl: string): string {
  return [
    `import { createNdxClient, staticToken } from '@ndx/client';`,
    '',
    `const ndx = createNdxClient({ baseUrl: '${gatewayUrl}', token: staticToken(process.env.TOKEN) });`,
    '',
    `const { status, data } = await ndx.${operation}({`,
    `  body: ${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')},`,
    '});',
  ].join('\n');
}
