import { accentThemes } from '#contract/settings/accent.ts';
import type { FONTS } from '#contract/settings/settings.ts';
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

/** The differences from web/ui/theme/tokens.css; empty if there are none. Outside any layer, so it wins. */
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

/** Changes made while a page is open (web/settings); new pages include them. */
export const themeRoutes: Routes = (route) => {
  route.app.get('/theme.css', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(themeCss(route.settings.owner.brand)),
  );
};
