/** An overlay on the page; `close` returns whether it closed. */
interface Over {
  close: () => boolean;
  address: string;
  /** Its entry in the history has been left by going back. */
  left: boolean;
}

const over: Over[] = [];
let returning = 0;

const enter = (): void => history.pushState({ ...(history.state as object | null), over: true }, '');
const isEntered = (): boolean => (history.state as { over?: boolean } | null)?.over === true;

/** Before the router handles it: the page stays the same. */
function onBack(event: Event): void {
  if (returning > 0) {
    returning--;
    event.stopImmediatePropagation();
    return;
  }
  const top = over.at(-1);
  if (top?.address !== location.href) return;
  event.stopImmediatePropagation();
  top.left = top.close();
  if (!top.left) enter();
}

/** Going back closes it instead of leaving the page. Returns what to call once it is closed. */
export function closeOnBack(close: () => boolean): () => void {
  if (over.length === 0) window.addEventListener('popstate', onBack, { capture: true });
  const one: Over = { close, address: location.href, left: false };
  over.push(one);
  enter();
  return () => {
    over.splice(over.indexOf(one), 1);
    if (one.left || !isEntered()) return;
    // by then it is known whether a link was followed, which puts its page in this entry's place
    setTimeout(() => {
      if (!isEntered()) return;
      returning++;
      history.back();
    });
  };
}
