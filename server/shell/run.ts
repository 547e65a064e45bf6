import { readSettings } from '#server/app/start/settings.ts';
import { commands } from './commands.ts';
import { nearestTo } from './nearest.ts';
import { describeSite, explainFault, rejectMissingSite } from './site.ts';

const WIDTH = 44;
const usage = `npm run admin -- <command>

${Object.values(commands)
  .map(
    ({ usage: line, does }) =>
      `  ${line.length < WIDTH ? line.padEnd(WIDTH) : `${line}\n${' '.repeat(WIDTH + 2)}`}${does}`,
  )
  .join('\n')}
`;

function unknown(name: string): string {
  if (name === '') return usage;
  const near = nearestTo(name, Object.keys(commands));
  return `There is no command ${name}${near === null ? '' : `; did you mean ${near}?`}\n\n${usage}`;
}

/** Runs a command as the owner's shell does: output goes to both streams. Returns the exit code. */
export async function runAdmin(
  [name = '', ...args]: string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const ownUsage = command && `npm run admin -- ${command.usage}\n`;
  if (name === 'help') return runAdmin([...args.slice(0, 1), '--help'], environment);
  if ([name, ...args].some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(ownUsage ?? usage);
    return 0;
  }
  if (!command || args.length < command.least) {
    process.stderr.write(ownUsage ?? unknown(name));
    return 2;
  }
  const options: string[] = command.usage.match(/--[a-z-]+/g) ?? [];
  const wrong = args.find((word) => word.startsWith('--') && !options.includes(word));
  if (wrong !== undefined) {
    process.stderr.write(`There is no option ${wrong} here.\n${ownUsage}`);
    return 2;
  }
  try {
    const settings = readSettings({ ...environment, LOG_LEVEL: environment['LOG_LEVEL'] ?? 'warn' });
    // separate from the command's output, which may be redirected to a file
    process.stderr.write(`${describeSite(settings)}\n`);
    if (!command.worksWithoutSite) rejectMissingSite(settings);
    return await command.run(settings, args);
  } catch (error) {
    process.stderr.write(`${explainFault(error)}\n`);
    if (environment['LOG_LEVEL'] === 'debug' && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
    return 1;
  }
}
