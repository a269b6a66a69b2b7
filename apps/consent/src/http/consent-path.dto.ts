import { notFound } from '@ndx/contracts';
import { IsString } from 'class-validator';
import type { ConsentReference } from '../storage/consent-repository.js';

/** `consent_id` is any text: one that names no consent is a 404 (contract 4.1). */
export class ConsentIdPath {
  @IsString()
  readonly consent_id!: string;
}

export class ConsentPath extends ConsentIdPath {
  @IsString()
  readonly kind!: string;
}

export class GrantPath extends ConsentPath {
  @IsString()
  readonly grant_id!: string;
}

export const CONSENT_NOT_FOUND = { RESOURCE_NOT_FOUND: 'consent record not found' };

/** @throws RESOURCE_NOT_FOUND where there is no such kind, and so no such path */
export function referenceOf(path: ConsentPath, networkId?: string | null): ConsentReference {
  if (path.kind !== 'consumer' && path.kind !== 'business') throw notFound('no such resource');
  return { kind: path.kind, id: path.consent_id, networkId: networkId ?? undefined };
}
