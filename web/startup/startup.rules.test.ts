import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_ATTEMPTS,
  listToasts,
  atStart,
  nextCheck,
  readyDelay,
  step,
  phaseTexts,
} from './startup.rules.ts';
import type { Startup, StartupEvent, StartupToast } from './startup.rules.ts';

const no = (at = 0): StartupEvent => ({ type: 'answered', ok: false, at });
const yes = (at = 0): StartupEvent => ({ type: 'answered', ok: true, at });

function run(
  events: StartupEvent[],
  from: Startup = atStart,
): { state: Startup; toasts: StartupToast[]; refreshes: number } {
  let state = from;
  const toasts: StartupToast[] = [];
  let refreshes = 0;
  for (const event of events) {
    const next = step(state, event);
    state = next.state;
    toasts.push(...next.toasts);
    refreshes += Number(next.refresh);
  }
  return { state, toasts, refreshes };
}

describe('startup', () => {
  it('shows no message and no overlay when the server is ready at the first ping', () => {
    expect(run([yes()])).toEqual({
      state: { phase: 'ready', failed: 0, shown: false, awaySince: null },
      toasts: [],
      refreshes: 0,
    });
    expect(run([yes(), { type: 'waited' }, { type: 'dismissed' }]).state.shown).toBe(false);
  });

  it('covers the page while the first ping has no answer', () => {
    const waiting = run([{ type: 'waited' }]).state;
    expect(waiting).toMatchObject({ phase: 'checking', shown: true });
    expect(run([yes()], waiting)).toMatchObject({ toasts: ['ready'], refreshes: 1 });
  });

  it('goes from checking through spinning to ready, welcomes the user, and disappears', () => {
    const spinning = run([no(), no()]);
    expect(spinning).toMatchObject({
      state: { phase: 'spinning', failed: 2, shown: true },
      toasts: [],
      refreshes: 0,
    });
    const ready = run([yes()], spinning.state);
    expect(ready).toMatchObject({ state: { phase: 'ready', shown: true }, toasts: ['ready'], refreshes: 1 });
    expect(run([{ type: 'dismissed' }], ready.state)).toMatchObject({
      state: { shown: false },
      toasts: ['welcome'],
    });
  });

  it('warns at the 15th failed attempt and steps aside at the 30th', () => {
    expect(run(Array<StartupEvent>(14).fill(no())).toasts).toEqual([]);
    expect(run(Array<StartupEvent>(15).fill(no())).toasts).toEqual(['warning']);
    expect(run(Array<StartupEvent>(29).fill(no())).state.phase).toBe('spinning');
    const last = run(Array<StartupEvent>(MAX_ATTEMPTS).fill(no()));
    expect(last).toMatchObject({ state: { phase: 'ready' }, toasts: ['warning', 'timeout'], refreshes: 1 });
    const dismissed = run([{ type: 'dismissed' }], last.state);
    expect(dismissed).toMatchObject({ state: { shown: false }, toasts: [] });
    // No answer for hours: it stays aside.
    expect(run([no(1e6), no(2e6), no(3e6)], dismissed.state)).toMatchObject({
      state: { shown: false, phase: 'ready' },
      toasts: [],
    });
    // Reachable again, then not: it is shown again.
    expect(run([yes(4e6), no(5e6), no(5_060_001)], dismissed.state).state).toMatchObject({
      shown: true,
      phase: 'spinning',
    });
  });

  it('returns when the server is away for longer than a minute', () => {
    const { state } = run([yes(0)]);
    expect(run([no(30_000), no(60_000), no(90_000)], state).state.shown).toBe(false);
    expect(run([no(30_000), no(90_001)], state).state).toMatchObject({
      shown: true,
      phase: 'spinning',
      failed: 1,
    });
    expect(run([no(30_000), yes(60_000), no(90_000), no(120_000)], state).state.shown).toBe(false);
  });

  it('checks every 2 s while spinning and every 30 s otherwise', () => {
    expect(nextCheck(run([no()]).state)).toBe(2000);
    expect(nextCheck(run([yes()]).state)).toBe(30_000);
    expect(nextCheck(atStart)).toBe(30_000);
  });

  it('closes after 0.8 s, or 1 s in the middle of a game', () => {
    expect([readyDelay(false), readyDelay(true)]).toEqual([800, 1000]);
  });

  it("uses the specification's texts", () => {
    expect(phaseTexts('checking')).toEqual({ percent: 33, status: 'Checking connection...', note: null });
    expect(phaseTexts('spinning')).toEqual({
      percent: 66,
      status: 'Preparing your experience...',
      note: 'This usually takes just a few seconds!',
    });
    expect(phaseTexts('ready')).toEqual({
      percent: 100,
      status: 'Almost ready...',
      note: 'Server is ready! Loading your experience...',
    });
    expect(Object.values(listToasts())).toEqual([
      '⏳ Server is taking longer than usual. Spin-up in progress...',
      '⚠️ Server startup timeout. Please refresh or try again later.',
      '🚀 Server is ready!',
      '🎉 Welcome back! All systems ready.',
    ]);
  });

  it('never counts past 30 and never covers the page when ready and dismissed', () => {
    const events = fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('answered' as const), ok: fc.boolean(), at: fc.nat(1e9) }),
        fc.constantFrom<StartupEvent>({ type: 'waited' }, { type: 'dismissed' }),
      ),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(events, (played) => {
        const { state } = run(played);
        expect(state.failed).toBeLessThanOrEqual(MAX_ATTEMPTS);
        if (state.phase === 'spinning') expect(state.shown).toBe(true);
        expect(step(state, { type: 'dismissed' }).state.shown).toBe(state.shown && state.phase !== 'ready');
      }),
    );
  });
});
