import { t } from '@lingui/core/macro';
import { Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { useOpen } from '#web/ui/dialogs/Dialog.tsx';
import { KeyList, type Keys } from '#web/ui/dialogs/KeyList.tsx';
import { formatCount } from '#web/ui/format.ts';
import { useStore } from '#web/ui/store.ts';
import { PuzzleBoard } from './PuzzleBoard.tsx';
import { PuzzleButtons } from './PuzzleButtons.tsx';
import { PuzzlePanel } from './PuzzlePanel.tsx';
import { actionOf } from './puzzle.input.ts';
import { createRunner } from './puzzle.runner.ts';
import type { Runner, Standing } from './puzzle.runner.ts';

interface PuzzleGameProps {
  /** Whether the server is ready; the game continues either way. */
  serverReady: boolean;
  onClose: () => void;
  /** Shown as 'Continue to site' when it is ready. */
  onContinue?: () => void;
}

/** `?seed=7` deals the same pieces every time; each further game takes the next number. */
function seedsFrom(search: string): () => number {
  const seedParam = new URLSearchParams(search).get('seed');
  let next = seedParam && /^\d{1,9}$/.test(seedParam) ? Number(seedParam) : null;
  return () => (next === null ? Math.floor(Math.random() * 0x1_0000_0000) : next++);
}

const listKeys = (): Keys => [
  ['←  →', t`Move`],
  ['↓', t`Down one row`],
  ['Space  ↑', t`Rotate`],
  ['Enter', t`Drop to the bottom`],
  ['C', t`Hold piece`],
  ['P', t`Pause, resume`],
  ['Esc', t`Close`],
  ['?', t`Keyboard shortcuts`],
];

/** The falling-blocks game in a dialog of its own. */
export function PuzzleGame({ serverReady, onClose, onContinue }: PuzzleGameProps) {
  const [runner] = useState(() => createRunner(seedsFrom(window.location.search)));
  const standing = useStore(runner.standing);
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOpen(ref, () => {
    onClose();
    return true;
  });
  const [handlesKeys, setHandlesKeys] = useState(false);
  useKeys(runner, !handlesKeys, () => {
    runner.pause();
    setHandlesKeys(true);
  });
  usePauseWhenHidden(runner);
  const { stage } = standing;
  useEffect(() => {
    // The main button, or the dialog itself while playing: space must not press a button.
    (ref.current?.querySelector<HTMLElement>('[data-main]') ?? ref.current)?.focus();
  }, [stage, handlesKeys]);
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      className="on-stage m-0 outline-none h-dvh max-h-none w-full max-w-full animate-appear flex-col bg-surface text-ink shadow-float open:flex md:m-auto md:h-fit md:max-h-[96dvh] md:w-fit md:rounded-card text-left text-base font-normal"
    >
      <header className="flex items-center justify-between gap-4 border-b border-line py-2 pr-3 pl-5">
        <h2 id={titleId} className="text-lg">
          {t`Puzzle game`}
        </h2>
        <div className="flex items-center gap-1">
          {stage === 'playing' && (
            <IconButton small label={t`Pause`} onClick={runner.pause}>
              <Pause />
            </IconButton>
          )}
          {stage === 'paused' && (
            <IconButton small label={t`Resume`} onClick={runner.resume}>
              <Play />
            </IconButton>
          )}
          <Button variant="quiet" size="sm" onClick={onClose}>
            {t`Close`}
          </Button>
        </div>
      </header>
      <div className="flex min-h-0 flex-auto flex-col items-center gap-3 overflow-y-auto p-3 md:flex-row md:items-stretch md:gap-6 md:p-6 short:md:p-3">
        <div className="flex min-h-0 flex-auto items-start justify-center max-md:order-2">
          <div className="relative">
            <PuzzleBoard runner={runner} playing={stage !== 'idle'} />
            {stage !== 'playing' && <Screen runner={runner} standing={standing} />}
          </div>
        </div>
        <PuzzlePanel standing={standing} serverReady={serverReady} onContinue={onContinue} />
        <PuzzleButtons act={runner.act} disabled={stage !== 'playing'} />
      </div>
      <p aria-live="polite" className="sr-only">
        {spoken(standing)}
      </p>
      {handlesKeys && <KeyList keys={listKeys()} onClose={() => setHandlesKeys(false)} />}
    </dialog>
  );
}

function spoken({ stage, score, lines, level }: Standing): string {
  if (stage === 'idle') return '';
  if (stage === 'over') return t`Game over. Final score ${score}, lines ${lines}, level ${level}.`;
  if (stage === 'paused') return t`Paused.`;
  return t`Score ${score}, lines ${lines}.`;
}

/** Covers the board while the game isn't running. */
function Screen({ runner, standing }: { runner: Runner; standing: Standing }) {
  const { stage, score, lines, level, best } = standing;
  return (
    <div className="absolute inset-0 grid place-items-center rounded-control bg-scrim p-4 text-center text-on-scrim">
      {stage === 'idle' && (
        <div className="flex max-w-56 flex-col items-center gap-4">
          <p className="text-sm max-md:hidden">
            {t`Use the left and right arrows to move, the down arrow to lower and space to rotate. Enter drops the piece, C holds it.`}
          </p>
          <p className="text-sm md:hidden">
            {t`Swipe to move, swipe down to drop, tap to rotate, swipe up to hold a piece.`}
          </p>
          <Button variant="primary" data-main onClick={runner.start}>
            {t`Start Game`}
          </Button>
        </div>
      )}
      {stage === 'paused' && (
        <div className="flex flex-col items-center gap-4">
          <p className="text-xl font-bold">{t`Paused`}</p>
          <Button variant="primary" data-main onClick={runner.resume}>
            {t`Resume`}
          </Button>
        </div>
      )}
      {stage === 'over' && (
        <div className="flex flex-col items-center gap-4">
          <h3 className="text-xl">{t`Game Over`}</h3>
          <dl className="numbers grid grid-cols-[auto_auto] gap-x-6 gap-y-1 text-left">
            <dt>{t`Final Score`}</dt>
            <dd className="text-right font-bold">{formatCount(score)}</dd>
            <dt>{t`Lines`}</dt>
            <dd className="text-right font-bold">{lines}</dd>
            <dt>{t`Level`}</dt>
            <dd className="text-right font-bold">{level}</dd>
          </dl>
          {score > 0 && score === best && (
            <p className="font-semibold text-accent-text">{t`New personal best!`}</p>
          )}
          <Button variant="primary" data-main onClick={runner.start}>
            {t`Play Again`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** `on`: unless something covers the game. */
function useKeys(runner: Runner, on: boolean, onHelp: () => void): void {
  const help = useEffectEvent(onHelp);
  useEffect(() => {
    if (!on) return;
    let settled = 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === '?') return help();
      if (event.key === 'p' || event.key === 'P') {
        (runner.standing.get().stage === 'paused' ? runner.resume : runner.pause)();
        return;
      }
      const action = actionOf(event);
      if (!action || runner.standing.get().stage !== 'playing') return;
      event.preventDefault();
      // A key pressed for one piece must not drop the next.
      const repeats =
        event.repeat &&
        (action === 'rotate' || action === 'drop' || action === 'hold' || settled !== runner.game().settled);
      if (repeats) return;
      settled = runner.game().settled;
      runner.act(action);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [runner, on]);
}

function usePauseWhenHidden(runner: Runner): void {
  useEffect(() => {
    const onChange = (): void => {
      if (document.hidden) runner.pause();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [runner]);
}
