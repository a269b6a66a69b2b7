import type { TokenBinding } from '@ndx/client';

/** Whether clients of institutions need tokens with a proof of their key. */
export const BINDING_WORDS: Readonly<Record<TokenBinding, string>> = {
  optional: 'Bearer or bound to a key',
  required: 'Bound to a key',
};

export const BINDINGS = Object.keys(BINDING_WORDS) as readonly TokenBinding[];
