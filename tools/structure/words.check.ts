import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findForbiddenWords, type Words } from './words.ts';

/** `npm run words`: no layer has more forbidden words than words.json allows it. With a layer's name it lists them. */
const words = JSON.parse(readFileSync('tools/structure/words.json', 'utf8')) as Words;
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\//.test(file) && !file.startsWith('tools/structure/words') && existsSync(file));
const layers = Map.groupBy(files, (file) => file.split('/')[0] ?? '');
let failed = files.length === 0;
for (const [layer, paths] of layers) {
  const found = paths.flatMap((path) => findForbiddenWords(path, readFileSync(path, 'utf8'), words));
  const max = words.max[layer] ?? 0;
  if (found.length > max || process.argv.includes(layer))
    for (const { location: position, what } of found) console.log(`${position}: ${what}`);
  console.log(`${layer}: ${found.length} forbidden words of at most ${max}`);
  failed ||= found.length > max;
}
process.exitCode = failed ? 1 : 0;
