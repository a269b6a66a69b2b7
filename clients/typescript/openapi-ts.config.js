/** Generates src/generated from the gateway's OpenAPI document; its operation ids are the method names. */
export default {
  input: '../../apps/gateway/openapi.json',
  output: { path: 'src/generated', module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
