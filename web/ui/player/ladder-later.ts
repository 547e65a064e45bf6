import { fetchSizes } from './ladder-change.ts';
import type { Attached, WithLadder } from './ladder-source.ts';

/** The file plays; the library loads when the viewer first chooses a size. */
export function attachSizes(player: HTMLVideoElement, options: WithLadder): Attached {
  const leave = new AbortController();
  const { signal } = leave;
  let attached: Attached | undefined;
  let chosen: number | null = null;
  let isComing = false;
  const load = async (): Promise<void> => {
    isComing = true;
    const library = await import('./ladder-library.ts');
    if (!signal.aborted) attached = library.attachSizes(player, options, chosen);
  };
  fetchSizes(player, options, signal, (qualities) => options.onState({ qualities, playing: null }));
  return {
    detach: () => {
      leave.abort();
      attached?.detach();
    },
    choose: (index) => {
      chosen = index;
      attached?.choose(index);
      if (index !== null && !isComing) load().catch(() => (isComing = false));
    },
  };
}
