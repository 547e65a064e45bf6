import { defineConfig } from 'vite';
import build from '../vite.config.ts';

/**
 * The app for another host as `vite build` makes it, but for React's compiler: six sevenths of the work, with the same
 * result for every host, and proven by all other journeys.
 */
export default defineConfig(async (environment) => {
  const config = build(environment);
  // a plugin may be a promise of one
  const plugins = await Promise.all((config.plugins ?? []).map(async (plugin) => await plugin));
  return { ...config, plugins: plugins.filter((plugin) => !isCompiler(plugin)) };
});

const isCompiler = (plugin: unknown) =>
  typeof plugin === 'object' &&
  plugin !== null &&
  'name' in plugin &&
  plugin.name === '@rolldown/plugin-babel';
