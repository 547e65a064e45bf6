import { createHash } from 'node:crypto';
import { accentThemes } from '#contract/accent.ts';
import type { FONTS } from '#contract/settings.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { OwnerSettings } from '#server/app/start/owner-settings.ts';

type Look = Pick<OwnerSettings['brand'], 'accent' | 'font'>;

const FALLBACK = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** None is fetched from anywhere: bundled, or there on every machine. */
const FONT_STACKS: Record<Exclude<(typeof FONTS)[number], 'figtree'>, string> = {
  system: FALLBACK,
  serif: "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Times New Roman', serif",
  rounded: `ui-rounded, 'SF Pro Rounded', Nunito, 'Arial Rounded MT Bold', ${FALLBACK}`,
};

/** What differs from web/ui/theme/tokens.css; empty where nothing does. It stands in no layer, so it wins. */
export function themeCss({ accent, font }: Look): string {
  const rules: string[] = [];
  if (accent) {
    const { light, dark } = accentThemes(accent);
    const names = { accent: '', strong: '-strong', ink: '-ink', text: '-text', soft: '-soft' } as const;
    for (const [part, ending] of Object.entries(names) as [keyof typeof names, string][])
      rules.push(`--color-accent${ending}:light-dark(${light[part]},${dark[part]})`);
  }
  if (font !== 'figtree') rules.push(`--font-sans:${FONT_STACKS[font]}`);
  return rules.length > 0 ? `:root{${rules.join(';')}}\n` : '';
}

const versionOf = (css: string): string => createHash('sha256').update(css).digest('base64url').slice(0, 12);

/** Of its style sheet, which never changes under one address; null where there is none. */
export function themeAddress(look: Look): string | null {
  const css = themeCss(look);
  return (css && `/theme.css?v=${versionOf(css)}`) || null;
}

export const themeRoutes: Routes = (route) => {
  route.app.get('/theme.css', async (request, reply) => {
    const css = themeCss(route.settings.owner.brand);
    const { v } = request.query as { v?: string };
    // asked for by another process's page, a moment before this one heard of it
    const isIt = v === versionOf(css);
    return reply
      .header('cache-control', isIt ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type('text/css; charset=utf-8')
      .send(css);
  });
};
