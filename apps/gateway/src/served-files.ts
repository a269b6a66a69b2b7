import { fileURLToPath } from 'node:url';

// Relative to `src` and to `dist`, where the build joins all modules.

/** The OpenAPI document, which `npm run openapi` writes. */
export const API_DOCUMENT = new URL('../openapi.json', import.meta.url);

/** The build of apps/console: beside this app, in the checkout and in the image. */
export const CONSOLE_BUILD = fileURLToPath(new URL('../../console/dist/', import.meta.url));

/** The build of apps/docs, beside this app too. */
export const DOCUMENTS_BUILD = fileURLToPath(new URL('../../docs/dist/', import.meta.url));
