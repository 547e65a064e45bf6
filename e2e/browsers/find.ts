/**
 * Serialized into the page, so it can't use anything outside: the visible elements of this role and name in the topmost
 * open dialog.
 */
export function findInPage(role: string, name: string | null, part: boolean): Element[] {
  const roles: Record<string, string> = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    field: 'input, textarea, select',
    file: 'input[type=file]',
    heading: 'h1, h2, h3, h4',
    dialog: 'dialog[open]',
    article: 'article',
    tab: '[role=tab]',
    text: 'p, span, label, h1, h2, h3, h4, li, td, dd, dt, figcaption, strong, div[role]',
  };
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    if (label) return plain(label);
    const by = element.getAttribute('aria-labelledby');
    if (by)
      return plain(
        by
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
    const { labels } = element as HTMLInputElement;
    if (labels?.length) return plain(labels[0]?.textContent).replace(/\s*\*$/, '');
    return plain(element.textContent);
  };
  const isSeen = (element: Element): boolean =>
    role === 'file' ||
    (element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible');
  const top = [...document.querySelectorAll('dialog:modal')].at(-1);
  const root = role === 'dialog' || !top ? document : top;
  return [...root.querySelectorAll(roles[role] ?? role)].filter((element) => {
    if (!isSeen(element)) return false;
    if (name === null) return true;
    const own = nameOf(element);
    return part ? own.includes(name) : own === name;
  });
}
