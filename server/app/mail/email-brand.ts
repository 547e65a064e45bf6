import { accentThemes } from '#contract/settings/accent.ts';
import type { Language } from '#contract/text/languages.ts';
import { logoPath } from '#contract/settings/logo.ts';
import type { Settings } from '../start/settings.ts';
import { ownerTexts } from '../start/owner-texts.ts';
import type { Brand } from './email-template.ts';

/** The product's own orange, as web/ui/theme/tokens.css has it. */
const ORANGE = { light: { fill: '#f4791f', ink: '#1f1006' }, dark: { fill: '#ff9130', ink: '#1c0f05' } };

/** How the site's emails look. */
export function emailBrand(
  settings: Pick<Settings, 'SITE_NAME' | 'SITE_TAGLINE' | 'PUBLIC_URL' | 'owner'>,
  language: Language = settings.owner.languages.defaultLanguage,
): Brand {
  const { SITE_NAME, PUBLIC_URL } = settings;
  const { logo, accent } = settings.owner.brand;
  const themes = accent === null ? null : accentThemes(accent);
  return {
    name: SITE_NAME,
    tagline: ownerTexts(settings, language).text('tagline').text ?? '',
    url: PUBLIC_URL,
    logo: logo && new URL(logoPath(logo, 'mark'), PUBLIC_URL).href,
    button: themes
      ? {
          light: { fill: themes.light.accent, ink: themes.light.ink },
          dark: { fill: themes.dark.accent, ink: themes.dark.ink },
        }
      : ORANGE,
  };
}
