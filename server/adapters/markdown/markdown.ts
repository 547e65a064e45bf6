import MarkdownIt from 'markdown-it';

/** HTML in the text is shown as text, and only web and mail addresses become links: nothing in it can run. */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false }).disable('image');
markdown.linkify.set({ fuzzyLink: false });
markdown.validateLink = (url) => /^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(url.trim());
// the page's own title is the h1
for (const rule of ['heading_open', 'heading_close'])
  markdown.renderer.rules[rule] = (tokens, at, options, _env, self) => {
    const token = tokens[at];
    if (token) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    return self.renderToken(tokens, at, options);
  };

/** Markdown (CommonMark with tables) as safe HTML. */
export const renderMarkdown = (text: string): string => markdown.render(text);
