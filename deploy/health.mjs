// The health check of every image, because the images have no curl: `node health.mjs [/health/ready]`.
const path = process.argv[2] ?? '/health/live';
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}${path}`, {
  signal: AbortSignal.timeout(2_500),
});
if (!answer.ok) {
  process.stderr.write(`${answer.status} ${await answer.text()}\n`);
  process.exitCode = 1;
}
