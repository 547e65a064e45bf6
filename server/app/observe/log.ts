import type { Settings } from '../start/settings.ts';

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
type Level = Exclude<keyof typeof LEVELS, 'silent'>;
type Fields = Record<string, unknown>;

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/** JSON lines in production, readable lines otherwise. Error stacks are logged only here. */
export function createLog({ LOG_LEVEL, production }: Pick<Settings, 'LOG_LEVEL' | 'production'>): Log {
  const write =
    (level: Level) =>
    (message: string, fields: Fields = {}) => {
      if (LEVELS[level] < LEVELS[LOG_LEVEL]) return;
      const time = new Date().toISOString();
      const plain = Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [
          key,
          value instanceof Error ? (value.stack ?? value.message) : value,
        ]),
      );
      const line = production
        ? JSON.stringify({ time, level, message, ...plain })
        : `${time.slice(11, 19)} ${level.padEnd(5)} ${message}${Object.entries(plain)
            .map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
            .join('')}`;
      (level === 'error' || level === 'warn' ? process.stderr : process.stdout).write(`${line}\n`);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
