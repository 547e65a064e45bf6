// Runs a script on the project's own Node.js: `node build/run.mjs <script.ts> [arguments]`.
// Plain JavaScript, because an older Node.js must be able to read it.
import { spawn } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import module from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const MIN_NODE = 24;
const root = fileURLToPath(new URL('..', import.meta.url));
const programs = join(root, 'node_modules', '.bin');
const [script, ...rest] = process.argv.slice(2);

process.chdir(root);
if (!(process.env.PATH ?? '').split(delimiter).includes(programs)) {
  process.env.PATH = `${programs}${delimiter}${process.env.PATH ?? ''}`;
}

// npm before 11 brings the package and leaves its program out of .bin, where the service looks for it
const installed = `node-${process.platform}-${process.arch}/bin/node`;
if (!existsSync(join(programs, 'node')) && existsSync(join(programs, '..', installed)))
  symlinkSync(`../${installed}`, join(programs, 'node'));

if (Number(process.versions.node.split('.')[0]) >= MIN_NODE) {
  process.argv = [process.argv[0], resolve(script), ...rest];
  // cached between commands, as by the server (server/main.ts)
  module.enableCompileCache(join(programs, '../.cache/node'));
  await import(pathToFileURL(resolve(script)).href);
} else {
  const own = ['node', 'node.exe'].map((name) => join(programs, name)).find(existsSync);
  if (!own) {
    process.stderr.write(
      `This is Node.js ${process.versions.node}, and the project needs ${MIN_NODE}. \`npm ci\` brings it along on Linux and Windows; elsewhere please install Node.js ${MIN_NODE} or newer.\n`,
    );
    process.exit(1);
  }
  const child = spawn(own, [resolve(script), ...rest], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
