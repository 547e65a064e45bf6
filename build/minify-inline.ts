import { minifySync, type Plugin } from 'vite';

/** What stands in index.html as a script goes into every page: without its comments and long names. */
export function minifyInline(): Plugin {
  return {
    name: 'minify-inline',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(
          /<script>(.*?)<\/script>/gs,
          (_, code: string) => `<script>${minified(code)}</script>`,
        ),
    },
  };
}

function minified(code: string): string {
  const { code: short, errors } = minifySync('index.html.js', code, { module: false });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return short.trim();
}
