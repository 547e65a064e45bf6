import { escapeHtml } from '#server/app/http/escape-html.ts';
import type { describeApi } from '#server/app/openapi/openapi.ts';

type Document = ReturnType<typeof describeApi>;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; color: light-dark(#241d18, #f5efe9); background: light-dark(#fffdfa, #171310); scroll-padding-top: 1rem; }
body { max-width: 76rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 4rem; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; } h1 { font-size: 2.25rem; letter-spacing: -0.02em; margin: 1.5rem 0; }
section { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid light-dark(#e5dcd3, #3a322c); }
section header { max-width: 44rem; } h3 { margin: 2.5rem 0 0.25rem; font-size: 1.25rem; }
a { color: light-dark(#a33c00, #ffb07a); text-underline-offset: 0.2em; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.3rem 0; text-decoration: none; } nav a:hover { text-decoration: underline; }
summary { padding: 0.6rem 0.25rem; cursor: pointer; } summary:hover { background: light-dark(#f6f0ea, #241e19); }
b { display: inline-block; min-width: 4rem; margin-inline: 0.25rem 0.5rem; padding: 0.1rem 0.4rem; border-radius: 0.375rem; font: 600 0.75rem/1.5 ui-monospace, monospace; text-align: center; background: light-dark(#f3e9e0, #2d2620); }
b.changes { color: light-dark(#8a3300, #ffc59b); background: light-dark(#ffe7d6, #43291a); }
b.deletes { color: light-dark(#a1121f, #ffb4ab); background: light-dark(#ffe4e1, #4a1d1a); }
details { border-top: 1px solid light-dark(#e5dcd3, #3a322c); } details > :not(summary) { margin-inline-start: 1rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; } .quiet { color: light-dark(#66594f, #b8aca2); }
pre { overflow: auto; max-height: 30rem; padding: 0.75rem; border-radius: 0.5rem; background: light-dark(#f6f0ea, #241e19); }
@media (width >= 60rem) {
  section { display: grid; grid-template-columns: 12rem minmax(0, 1fr); column-gap: 3rem; } section header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; } nav ul { flex-direction: column; } .calls h3:first-child { margin-top: 1rem; }
}
`;

/** The label's class by method. */
const LABELS: Record<string, string> = { get: 'reads', delete: 'deletes' };

const pre = (label: string, value: unknown): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

/** Text with code between backticks. */
const write = (text: string): string =>
  text
    .split('`')
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : `<code>${escapeHtml(part)}</code>`))
    .join('');

/** Every call of the documents with what it takes and answers, as one page without scripts. */
export const writeApiDocs = (siteName: string, documents: Record<string, Document>): string => {
  const title = `${siteName} API reference`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style><main>
<p><a href="/">${escapeHtml(siteName)}</a></p><h1>${escapeHtml(title)}</h1>
${Object.entries(documents)
  .map(([path, document]) => writeDocument(path, document))
  .join('\n')}</main></html>`;
};

/** `productTags` → `Product tags`. */
const titleOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The address within the page of a document's group of calls. */
const anchorOf = (path: string, name: string): string => `${path}-${name}`.replaceAll(/[^a-z]+/gi, '-');

function writeDocument(path: string, { info, tags, paths, components }: Document): string {
  const calls = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ address, method, operation })),
  );
  return `<section><header><h2>${escapeHtml(info.title)}</h2><p>${write(info.description)} <a href="${path}">${path}</a></p></header>
<nav aria-label="${escapeHtml(info.title)}"><ul>${tags
    .map(({ name }) => `<li><a href="#${anchorOf(path, name)}">${escapeHtml(titleOf(name))}</a></li>`)
    .join('')}</ul></nav>
<div class="calls">
${tags
  .map(
    ({ name, description = '' }) =>
      `<h3 id="${anchorOf(path, name)}">${escapeHtml(titleOf(name))}</h3><p class="quiet">${escapeHtml(description)}</p>
${calls
  .filter(({ operation }) => operation.tags.includes(name))
  .map(
    ({
      address,
      method,
      operation: { summary = '', description: about, parameters, requestBody, responses },
    }) => {
      const call = `${method.toUpperCase()} ${address}`;
      return `<details><summary><b class="${LABELS[method] ?? 'changes'}">${method.toUpperCase()}</b> <code>${escapeHtml(address)}</code> ${escapeHtml(summary)}</summary>
<p>${escapeHtml(about)}</p>${parameters.length > 0 ? pre(`Parameters of ${call}`, parameters) : ''}${requestBody ? pre(`Body of ${call}`, requestBody) : ''}${pre(`Responses of ${call}`, responses)}</details>`;
    },
  )
  .join('\n')}`,
  )
  .join('\n')}
<h3>Components</h3>
${Object.entries(components)
  .flatMap(([kind, parts]) =>
    Object.entries(parts).map(
      ([name, part]) =>
        `<details><summary><code>#/components/${kind}/${escapeHtml(name)}</code></summary>${pre(`${kind}: ${name}`, part)}</details>`,
    ),
  )
  .join('\n')}</div></section>`;
}
