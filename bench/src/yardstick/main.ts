import fastify from 'fastify';
import pg from 'pg';
import { answerQuery, BILLING_TABLE, type Query } from './answer-query.js';
import { TokenCheck } from './token-check.js';

/**
 * The baseline of the system: one bare process that only verifies the token, reads by key, inserts
 * the billing row and responds. `Yardstick` starts it and sets its variables.
 */
const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};

const pool = new pg.Pool({
  connectionString: env('DATABASE_URL'),
  max: Number(env('POOL_SIZE')),
  // A generic plan, as in the system.
  options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off',
});
await pool.query(BILLING_TABLE);
const product = env('PRODUCT_ID');
const tokens = await TokenCheck.fetchKeys(env('JWKS_URL'), {
  issuer: env('TOKEN_ISSUER'),
  audience: env('TOKEN_AUDIENCE'),
});

const app = fastify();
app.get('/health', () => ({ status: 'healthy' }));
app.post<{ Body: Query }>('/v1/products/kyb_certificate/query', async (request, reply) => {
  const claims = tokens.claimsOf(request.headers.authorization);
  if (claims === undefined) return reply.code(401).send();
  const answer = await answerQuery(pool, product, claims.org_id, request.body);
  if (answer === undefined) return reply.code(404).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer);
});
process.on('disconnect', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(env('PORT')) });
