// npm run admin -- <command>: the owner's shell.
import { loadEnvFile } from 'node:process';
import { commands } from './admin/commands.ts';
import { readSettings } from '#server/app/start/settings.ts';

const usage = `npm run admin -- <command>

${Object.values(commands)
  .map(({ usage: line, does }) => `  ${line.padEnd(44)}${does}`)
  .join('\n')}
`;

async function main([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (!command || args.length < command.least) {
    process.stderr.write(command ? `npm run admin -- ${command.usage}\n` : usage);
    return 2;
  }
  try {
    loadEnvFile();
  } catch {
    // no .env file: the environment alone counts
  }
  try {
    const settings = readSettings({ ...process.env, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' });
    return await command.run(settings, args);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${told}\n`);
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
