import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findRetiredWords } from './words.ts';

/** Part of `npm run lint`: no retired word in any file of the repository, but in the list itself and in the past. */
const SKIPPED =
  /^tools\/structure\/words|^CHANGELOG\.md$|^package-lock\.json$|^docs\/images\/|database\.types\.ts$/;
const READ = /\.(ts|tsx|mjs|cjs|css|html|md|sql|ya?ml|jsonc?)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n');
const read = files.filter((file) => READ.test(file) && !SKIPPED.test(file));
const found = read.flatMap((file) => {
  try {
    return findRetiredWords(file, readFileSync(file, 'utf8'));
  } catch {
    return []; // deleted, and not committed yet
  }
});
for (const { rule, place, what } of found) console.log(`${rule}: ${place} ${what}`);
if (read.length === 0) console.log('No file was read, so this says nothing.');
console.log(`${found.length} retired words in ${read.length} files`);
process.exitCode = found.length > 0 || read.length === 0 ? 1 : 0;
