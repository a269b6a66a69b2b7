import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds for which a copy is used without revalidation. */
const FRESH_SECONDS = 300;

interface Representation {
  readonly body: Buffer;
  readonly etag: string;
}

/** A public document that changes only with a release: compressed once, and cacheable. */
export class PublishedDocument {
  private readonly plain: Representation;
  private readonly gzip: Representation;

  constructor(text: string) {
    const digest = hash('sha256', text, 'base64url');
    this.plain = { body: Buffer.from(text), etag: `"${digest}"` };
    this.gzip = { body: gzipSync(text), etag: `"${digest}-gzip"` };
  }

  /** The document, or a 304 for a current copy (RFC 9110, 13.1.2). */
  answer({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const isPacked = negotiate(headers['accept-encoding'] ?? '', ['gzip']) === 'gzip';
    const { body, etag } = isPacked ? this.gzip : this.plain;
    void reply
      .header('etag', etag)
      .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
      .header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
    if (names(headers['if-none-match'], etag)) return reply.status(304).send();
    if (isPacked) void reply.header('content-encoding', 'gzip');
    return reply.type('application/json; charset=utf-8').send(body);
  }
}

/** Whether `If-None-Match` names the tag, by weak comparison. */
function names(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
