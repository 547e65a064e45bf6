import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { SettingInForce } from '#contract/admin/admin.ts';
import { withoutSecrets } from '#server/app/start/banner.ts';
import { Environment, environmentSettings, type Settings } from '#server/app/start/settings.ts';

const SECRET = /PASSWORD|SECRET|TOKEN|KEY|OTLP_HEADERS/;

/** Every setting with the place it came from. Of secrets no value. */
export function listSettings(settings: Settings): SettingInForce[] {
  const fromEnvironment = environmentSettings(settings);
  const file = readEnvFile();
  return (Object.keys(Environment.shape) as (keyof typeof Environment.shape)[]).toSorted().map((name) => {
    const source = sourceOf(name);
    const value = source === 'dashboard' ? settings[name] : fromEnvironment[name];
    return { name, value: display(name, value), source };
  });

  function sourceOf(name: keyof typeof Environment.shape): SettingInForce['source'] {
    if (settings.fixed.has(name))
      return file[name] !== undefined && file[name] === process.env[name] ? '.env' : 'environment';
    return settings[name] === fromEnvironment[name] || typeof settings[name] === 'object'
      ? 'default'
      : 'dashboard';
  }
}

function readEnvFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch {
    return {};
  }
}

function display(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (SECRET.test(name)) return '(set)';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map((each) => display(name, each)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map((pair) => pair.join('='))
      .join(',');
  const text = String(value);
  return /^(postgres(ql)?|smtps?|s3|https?):/.test(text) ? withoutSecrets(text) : text;
}
