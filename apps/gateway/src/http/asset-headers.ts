/** Of files whose names contain a hash of their content. */
export const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };
