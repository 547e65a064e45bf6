import { i18n } from '@lingui/core';

/** Markdown that the server made HTML of: nothing else may come here. */
export function WrittenText({ html, language }: { html: string; language?: string }) {
  return (
    <div
      dir="auto"
      lang={language === i18n.locale ? undefined : language}
      className="prose-width break-words [&>:first-child]:mt-0 [&_a]:text-accent-text [&_a]:underline [&_a]:underline-offset-2 [&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-4 [&_blockquote]:text-ink-soft [&_code]:rounded-sm [&_code]:bg-raised [&_code]:px-1 [&_h2]:mt-8 [&_h2]:mb-2 [&_h2]:text-xl [&_h3]:mt-6 [&_h3]:mb-1 [&_h3]:text-lg [&_hr]:my-6 [&_hr]:border-line [&_li]:my-1 [&_ol]:my-3 [&_ol]:list-decimal [&_ol]:ps-6 [&_p]:my-3 [&_pre]:overflow-x-auto [&_table]:my-4 [&_table]:block [&_table]:overflow-x-auto [&_td]:border [&_td]:border-line [&_td]:px-3 [&_td]:py-1.5 [&_th]:border [&_th]:border-line [&_th]:px-3 [&_th]:py-1.5 [&_th]:text-start [&_ul]:my-3 [&_ul]:list-disc [&_ul]:ps-6"
      // oxlint-disable-next-line react/no-danger -- made by server/adapters/markdown, which shows HTML as text
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
