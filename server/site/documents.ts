import { settings, type DocumentName } from '#contract/settings/settings.ts';
import { msg } from '#contract/text/message.ts';
import { renderMarkdown } from '#server/adapters/markdown/markdown.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { ownerTexts } from '#server/app/start/owner-texts.ts';
import type { Routes } from '#server/app/http/handle.ts';

export const DOCUMENT_TITLES: Record<DocumentName, string> = {
  about: msg('About'),
  privacy: msg('Privacy Policy'),
  terms: msg('Terms of Service'),
  imprint: msg('Imprint'),
};

/** Pages that the owner wrote (server/settings). */
export const documentRoutes: Routes = (route) => {
  route.cached(settings.document, ['settings'], async ({ ctx, params: { name }, language }) => {
    const { texts } = ctx.settings.owner;
    const { text, in: other } = ownerTexts(ctx.settings, language).text(name);
    if (texts[name] === null || text === null) return null;
    return {
      name,
      title: translate(language, DOCUMENT_TITLES[name]),
      html: renderMarkdown(text),
      language: other ?? language,
      updatedAt: texts[`${name}At`],
    };
  });
};
