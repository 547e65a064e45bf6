import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findForbiddenWords, type Words } from './words.ts';

/** `npm run words`: no name or comment has a forbidden word. */
const words = JSON.parse(readFileSync('tools/structure/words.json', 'utf8')) as Words;
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\//.test(file) && !file.startsWith('tools/structure/words') && existsSync(file));
const found = files.flatMap((path) => findForbiddenWords(path, readFileSync(path, 'utf8'), words));
for (const { location: position, what } of found) console.log(`${position}: ${what}`);
console.log(`${found.length} forbidden words in ${files.length} files`);
process.exitCode = found.length > 0 || files.length === 0 ? 1 : 0;
