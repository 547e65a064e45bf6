// Whether the process on this machine (or in this container) is ready: ends with 0, else 1.
const url = `http://127.0.0.1:${process.env.PORT || '3000'}/api/health/ping`;
const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
