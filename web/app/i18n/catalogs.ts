import type { Messages } from '@lingui/core';

/**
 * Compiled from PO files by the build. Pages in languages other than English preload both (server/site/web-files.ts).
 */
const files = import.meta.glob<{ messages: Messages }>('../../../locales/*/{web,admin}.po');

export async function loadCatalog(language: string, kind: string): Promise<Messages> {
  return (await files[`../../../locales/${language}/${kind}.po`]?.())?.messages ?? {};
}
