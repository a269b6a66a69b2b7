/**
 * Generates src/generated from the gateway's OpenAPI document; its operation ids are the method names.
 * Of the generated client only the types are used: operation-client.ts sends the requests.
 */
export default {
  input: '../../apps/gateway/openapi.json',
  output: { path: 'src/generated', module: { extension: '.js' } },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    { name: '@hey-api/sdk', auth: false, client: false },
  ],
};
