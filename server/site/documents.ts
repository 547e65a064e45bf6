import { settings, type DocumentName } from '#contract/settings.ts';
import { renderMarkdown } from '#server/adapters/markdown/markdown.ts';
import type { Routes } from '#server/app/http/handle.ts';

export const DOCUMENT_TITLES: Record<DocumentName, string> = {
  about: 'About',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  imprint: 'Imprint',
};

/** Pages that the owner wrote (server/settings). */
export const documentRoutes: Routes = (route) => {
  route.cached(settings.document, ['settings'], async ({ ctx, params: { name } }) => {
    const { texts } = ctx.settings.owner;
    const markdown = texts[name];
    if (markdown === null) return null;
    return {
      name,
      title: DOCUMENT_TITLES[name],
      html: renderMarkdown(markdown),
      updatedAt: texts[`${name}At`],
    };
  });
};
