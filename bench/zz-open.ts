import { seed } from './seed.ts';
import { makeDataDir, startSite } from './site.ts';
const { dataDir, remove } = await makeDataDir();
const site = await startSite(dataDir, { ROLES: 'web' });
await seed(dataDir);
const answer = await fetch(`${site.url}/api/auth/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'reader', email: 'reader@example.org', password: 'correct horse' }),
});
console.log(site.url, dataDir, site.pid, ((await answer.json()) as { token: string }).token);
process.on('SIGTERM', async () => {
  await site.stop();
  await remove();
  process.exit(0);
});
setInterval(() => {}, 1000);
