import { parentPort } from 'node:worker_threads';
import { Code, GivenCredential } from '#contract/accounts/passkeys.ts';
import { Email, Username } from '#contract/accounts/accounts.ts';
import { titleOfPost } from '#contract/text/post-text.ts';
import { partsOf, videosShownWith } from '#contract/text/rich-text.ts';
import { lineFromOutside, textFromOutside } from '#contract/text/text.ts';
import { line, searchText, text } from '#contract/values.ts';
import { describeDevice, loginKey, suggestUsername } from '#server/accounts/accounts.rules.ts';
import { toLatin } from '#server/accounts/names.rules.ts';
import { readVideoLink } from '#server/adapters/video-import/links.ts';
import { readDuration } from '#server/adapters/video-import/youtube.ts';
import { renderMarkdown } from '#server/adapters/markdown/markdown.ts';
import { toCsvCell } from '#server/app/http/csv.ts';
import { escapeXml } from '#server/app/http/escape-html.ts';
import { acceptsBrotli } from '#server/app/http/negotiate.ts';
import { reviewReason } from '#server/moderation/moderation.rules.ts';
import { parseSearch } from '#server/search/query.rules.ts';
import { splitText } from '#server/search/search.rules.ts';
import { findMarks } from '#web/search/marks.ts';

const OPTIONS = { word: null, newcomer: true, ownOrigin: 'https://site.example' };

/** Everything that reads what strangers write. */
const READERS: Record<string, (text: string) => unknown> = {
  partsOf,
  videosShownWith: (given) => videosShownWith(given, ['https://site.example']),
  titleOfPost: (content) => titleOfPost({ content }),
  text: (given) => text(1e6).safeParse(given),
  line: (given) => line(1e6).safeParse(given),
  searchText: (given) => searchText().safeParse(given),
  textFromOutside: (given) => textFromOutside(given, 1000),
  lineFromOutside: (given) => lineFromOutside(given, 1000),
  email: (given) => Email.safeParse(given),
  username: (given) => Username.safeParse(given),
  code: (given) => Code.safeParse(given),
  credential: (given) => GivenCredential.safeParse(given),
  loginKey,
  suggestUsername: (given) => suggestUsername(given, 0, '12345678'),
  describeDevice,
  toLatin,
  readVideoLink,
  readDuration,
  toCsvCell,
  escapeXml,
  acceptsBrotli,
  holdReason: (given) => reviewReason('POST', given, OPTIONS),
  parseSearch,
  splitText,
  findMarks: (given) => findMarks(given, ['spam', 'a']),
  renderMarkdown,
};

const UNITS = [
  ...' \n.)(["\'@-:/&=<#*`~0a日、',
  '\u0301',
  '\u200B',
  '👍',
  '\r',
  'http://',
  'http://a.b/(',
  '1:2',
  'a.',
  ' -',
  ' "',
  '](',
  '\n ',
  ', ',
];
const LENGTH = 30_000;
/** Less CPU time than this is noise. */
const SOON_US = 250_000;
const TIMES_LONGER = 8;
/** In one pass it is as much as the text is longer; going back for every character makes it the square. */
const TIMES_MORE = TIMES_LONGER * 3;

function hostile(unit: string, length: number): string {
  const run = unit.repeat(Math.ceil(length / unit.length));
  return `${run}x http://a${run}x${')'.repeat(length)},br${run}!`;
}

function microseconds(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

for (const [name, read] of Object.entries(READERS))
  for (const unit of UNITS) {
    const what = `${name} of ${JSON.stringify(unit)}`;
    parentPort?.postMessage({ started: what });
    const long = microseconds(() => read(hostile(unit, LENGTH)));
    if (long < SOON_US) continue;
    const short = microseconds(() => read(hostile(unit, LENGTH / TIMES_LONGER)));
    if (long > short * TIMES_MORE) parentPort?.postMessage({ slow: what });
  }
