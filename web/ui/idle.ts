const MAX_MS = 1000;

/** Once the browser has nothing better to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // WebKit doesn't tell
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_MS });
    else setTimeout(resolve, 50);
  });

/** A task of its own: what came before is drawn, and presses come through. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
