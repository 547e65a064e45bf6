// npm run bench [-- name…]: every benchmark beside a reference that runs at the same time; exits 1 when one misses.
import { benchApi } from '../bench/api.bench.ts';
import { benchCommunity } from '../bench/community.bench.ts';
import { benchConversation } from '../bench/conversation.bench.ts';
import { benchLogins } from '../bench/login.bench.ts';
import { benchProcessing } from '../bench/processing.bench.ts';
import { benchMixed } from '../bench/mixed.bench.ts';
import { benchAdmin } from '../bench/admin.bench.ts';
import { benchArchive } from '../bench/archive.bench.ts';
import { benchCaptions } from '../bench/captions.bench.ts';
import { benchBackup } from '../bench/backup.bench.ts';
import { benchRanges } from '../bench/ranges.bench.ts';
import { benchPages } from '../bench/pages.bench.ts';
import { benchFloods, benchRefusals } from '../bench/floods.bench.ts';
import { benchFeed } from '../bench/feed.bench.ts';
import { benchHistory } from '../bench/history.bench.ts';
import { benchIdle } from '../bench/idle.bench.ts';
import { benchReach } from '../bench/reach.bench.ts';
import { benchReencode } from '../bench/reencode.bench.ts';
import { holds, lineOf, report } from '../bench/result.ts';
import type { Result } from '../bench/result.ts';
import { seed } from '../bench/seed.ts';
import { makeDataDir, startSite } from '../bench/site.ts';
import { benchMemory, benchWeight } from '../bench/size.bench.ts';
import { benchSearch } from '../bench/search.bench.ts';
import { benchShop } from '../bench/shop.bench.ts';
import { benchSwipes } from '../bench/swipes.bench.ts';
import { benchStart } from '../bench/start.bench.ts';
import { benchStudio } from '../bench/studio.bench.ts';
import { benchUpload } from '../bench/upload.bench.ts';

const args = process.argv.slice(2);
const wants = (name: string): boolean => args.length === 0 || args.includes(name);
const results: Result[] = [];

function add(more: readonly Result[]): void {
  for (const result of more) process.stderr.write(`${lineOf(result)}\n`);
  results.push(...more);
}

if (wants('start')) add(await benchStart());
if (['weight', 'memory', 'api', 'login', 'ranges', 'upload', 'processing', 'idle'].some(wants))
  await benchOneSite();
if (wants('community')) add(await benchCommunity());
if (wants('reencode')) add(await benchReencode());
if (wants('mixed')) add(await benchMixed());
if (wants('conversation')) add(await benchConversation());
if (wants('admin')) add(await benchAdmin());
if (wants('search')) add(await benchSearch());
if (wants('captions')) add(await benchCaptions());
if (wants('pages')) add(await benchPages());
if (wants('feed')) add(await benchFeed());
if (wants('reach')) add(await benchReach());
if (wants('archive')) add(await benchArchive());
if (wants('swipes')) add(await benchSwipes());
if (wants('shop')) add(await benchShop());
if (wants('studio')) add(await benchStudio());
if (wants('history')) add(await benchHistory());
if (wants('backup')) add(await benchBackup());
if (wants('floods')) add(await benchFloods());
if (wants('refusals')) add(await benchRefusals());
if (results.length === 0) {
  console.error(`There is no benchmark ${args.join(', ')}.`);
  process.exit(1);
}
console.log(`\n\n${report(results)}`);
process.exit(results.every(holds) ? 0 : 1);

/** What can share a site. */
async function benchOneSite(): Promise<void> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir);
  try {
    const video = await seed(dataDir);
    if (wants('weight')) add(await benchWeight(site));
    if (wants('memory')) add(await benchMemory(site));
    if (wants('api')) add(await benchApi(site));
    if (wants('login')) add(await benchLogins(site));
    if (wants('ranges')) add(await benchRanges(site, video));
    if (wants('upload')) add(await benchUpload(site));
    if (wants('processing')) add(await benchProcessing(site));
    if (wants('idle')) add(await benchIdle(site));
  } finally {
    await site.stop();
    await remove();
  }
}
