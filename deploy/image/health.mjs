// The health check of the container: exits with 0, or with 1 and the reason.
const port = process.env.METRICS_PORT || process.env.PORT || '3000';
const host = ['', '0.0.0.0', '::'].includes(process.env.HOST ?? '') ? '127.0.0.1' : process.env.HOST;

try {
  const { ok, status } = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
  if (!ok) throw new Error(`/healthz answers ${status}`);
} catch (error) {
  process.stderr.write(`${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
