// A receiver of notices. It appends the id and the query of each webhook to a file, and then accepts it.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const { PORT, WEBHOOKS_FILE } = process.env;

async function receive(request) {
  if (request.method !== 'POST') return;
  const { data } = await json(request);
  const webhook = { noticeId: request.headers['webhook-id'], queryId: data.query_event_id };
  appendFileSync(WEBHOOKS_FILE, `${JSON.stringify(webhook)}\n`);
}

createServer((request, response) => {
  receive(request).then(
    () => response.writeHead(204).end(),
    (error) => response.destroy(error),
  );
}).listen(Number(PORT), '127.0.0.1');

// The launcher is gone.
process.once('disconnect', () => process.exit());
