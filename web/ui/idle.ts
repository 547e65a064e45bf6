const MAX_MS = 1000;
const MAX_WAIT_MS = 4000;

let idlePromise: Promise<void> | undefined;
let release: (() => void) | undefined;

export const releaseIdle = (): void => release?.();

/** A page wants something first: what waits for an idle browser waits for `releaseIdle` too, though not for long. */
export function holdIdle(): () => void {
  idlePromise = new Promise((resolve) => {
    release = resolve;
    setTimeout(resolve, MAX_WAIT_MS);
  });
  return releaseIdle;
}

/** Resolves when the browser is idle. */
export const whenIdle = async (): Promise<void> => {
  await new Promise<void>((resolve) => {
    // not in WebKit
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_MS });
    else setTimeout(resolve, 50);
  });
  await idlePromise;
};

/** A task of its own: what came before is drawn, and presses come through. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
