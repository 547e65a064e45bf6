import { readSettings } from '#server/app/start/settings.ts';
import { commands } from './commands.ts';

const WIDTH = 44;
const usage = `npm run admin -- <command>

${Object.values(commands)
  .map(
    ({ usage: line, does }) =>
      `  ${line.length < WIDTH ? line.padEnd(WIDTH) : `${line}\n${' '.repeat(WIDTH + 2)}`}${does}`,
  )
  .join('\n')}
`;

/** Runs a command as the owner's shell does: what it tells goes to both streams. Gives the exit code. */
export async function runAdmin(
  [name = '', ...args]: string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  const command = commands[name];
  if (!command || args.length < command.least) {
    process.stderr.write(command ? `npm run admin -- ${command.usage}\n` : usage);
    return 2;
  }
  try {
    const settings = readSettings({ ...environment, LOG_LEVEL: environment['LOG_LEVEL'] ?? 'warn' });
    return await command.run(settings, args);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${told}\n`);
    if (environment['LOG_LEVEL'] === 'debug' && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
    return 1;
  }
}
