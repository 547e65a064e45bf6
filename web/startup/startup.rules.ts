import { t } from '@lingui/core/macro';

/**
 * The overlay during server startup, as a pure state machine: from an event to the next state and its
 * effects.
 */

export const PING_TIMEOUT_MS = 5_000;
export const SPINNING_INTERVAL_MS = 2_000;
export const CALM_INTERVAL_MS = 30_000;
export const MAX_ATTEMPTS = 30;
export const WARNING_ATTEMPT = 15;
export const READY_DELAY_MS = 800;
export const READY_DELAY_PLAYING_MS = 1_000;
export const FADE_MS = 300;
/** A server that is ready answers sooner than this; only a slower one brings up the overlay. */
export const QUICK_ANSWER_MS = 600;
/**
 * A server that has just written the page was ready then: a slow network must not cover what can be read already. Beside
 * a video that loads on slow 4G the answer takes more than three seconds.
 */
export const QUICK_ANSWER_AFTER_PAGE_MS = 4_500;
/** An outage in the middle of a visit brings the overlay back when it lasts longer. */
export const OUTAGE_MS = 60_000;

export const listToasts = () => ({
  warning: t`⏳ Server is taking longer than usual. Spin-up in progress...`,
  timeout: t`⚠️ Server startup timeout. Please refresh or try again later.`,
  ready: t`🚀 Server is ready!`,
  welcome: t`🎉 Welcome back! All systems ready.`,
});
export type StartupToast = keyof ReturnType<typeof listToasts>;

export type Phase = 'checking' | 'spinning' | 'ready';

export interface Startup {
  phase: Phase;
  /** Failed pings since the server was last seen ready. */
  failed: number;
  /** The overlay covers the page. */
  shown: boolean;
  /** Since when a server that was ready has not answered; null while it does. */
  awaySince: number | null;
}

export type StartupEvent =
  | { type: 'answered'; ok: boolean; at: number }
  /** The first ping has taken QUICK_ANSWER_MS. */
  | { type: 'waited' }
  /** The ready delay is over. */
  | { type: 'dismissed' };

export interface Step {
  state: Startup;
  toasts: StartupToast[];
  /** Refetch every query: those that failed in the meantime may work now. */
  refresh: boolean;
}

export const atStart: Startup = { phase: 'checking', failed: 0, shown: false, awaySince: null };

export function step(state: Startup, event: StartupEvent): Step {
  if (event.type === 'waited') return quiet(state.phase === 'checking' ? { ...state, shown: true } : state);
  if (event.type === 'dismissed') {
    return state.phase === 'ready' && state.shown
      ? {
          state: { ...state, shown: false },
          toasts: state.failed < MAX_ATTEMPTS ? ['welcome'] : [],
          refresh: false,
        }
      : quiet(state);
  }
  return event.ok ? answered(state) : failed(state, event.at);
}

function answered(state: Startup): Step {
  const ready: Startup = { ...state, phase: 'ready', failed: 0, awaySince: null };
  if (state.phase === 'ready') return quiet(ready);
  // Ready at the first ping and never covered: nothing to report.
  if (!state.shown) return quiet(ready);
  return { state: ready, toasts: ['ready'], refresh: true };
}

function failed(state: Startup, at: number): Step {
  if (state.phase === 'ready') return failedLater(state, at);
  const count = state.failed + 1;
  if (count >= MAX_ATTEMPTS) {
    return {
      state: { ...state, phase: 'ready', failed: count, awaySince: null },
      toasts: ['timeout'],
      refresh: true,
    };
  }
  return {
    state: { ...state, phase: 'spinning', failed: count, shown: true },
    toasts: count === WARNING_ATTEMPT ? ['warning'] : [],
    refresh: false,
  };
}

/**
 * Dismissed earlier: stays hidden until the server was reachable again. Otherwise only a lasting outage
 * counts.
 */
function failedLater(state: Startup, at: number): Step {
  if (state.failed >= MAX_ATTEMPTS) return quiet(state);
  const awaySince = state.awaySince ?? at;
  if (at - awaySince <= OUTAGE_MS) return quiet({ ...state, awaySince });
  return quiet({ phase: 'spinning', failed: 1, shown: true, awaySince: null });
}

function quiet(state: Startup): Step {
  return { state, toasts: [], refresh: false };
}

/** Milliseconds until the next ping. */
export function nextCheck({ phase }: Startup): number {
  return phase === 'spinning' ? SPINNING_INTERVAL_MS : CALM_INTERVAL_MS;
}

/** How long 'ready' stays on the overlay before it fades. */
export function readyDelay(playing: boolean): number {
  return playing ? READY_DELAY_PLAYING_MS : READY_DELAY_MS;
}

export interface Texts {
  percent: number;
  status: string;
  note: string | null;
}

export function phaseTexts(phase: Phase): Texts {
  switch (phase) {
    case 'checking':
      return { percent: 33, status: t`Checking connection...`, note: null };
    case 'spinning':
      return {
        percent: 66,
        status: t`Preparing your experience...`,
        note: t`This usually takes just a few seconds!`,
      };
    case 'ready':
      return {
        percent: 100,
        status: t`Almost ready...`,
        note: t`Server is ready! Loading your experience...`,
      };
  }
}
