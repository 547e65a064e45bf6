import type { Messages } from '@lingui/core';

/** Each made of its PO file by the build. The page of another language than English brings both along (server/site/web-files.ts). */
const files = import.meta.glob<{ messages: Messages }>('../../../locales/*/{web,admin}.po');

export async function loadCatalog(language: string, kind: string): Promise<Messages> {
  return (await files[`../../../locales/${language}/${kind}.po`]?.())?.messages ?? {};
}
