import { t } from '@lingui/core/macro';
import { Gamepad2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { OwnerText } from '#web/app/i18n/OwnerText.tsx';
import { useConfig } from '#web/app/config.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { useOpen } from '#web/ui/dialogs/Dialog.tsx';
import { ProgressBar } from '#web/ui/lists/ProgressBar.tsx';
import { FADE_MS, readyDelay, phaseTexts } from './startup.rules.ts';
import type { Phase } from './startup.rules.ts';

export interface GameProps {
  serverReady: boolean;
  onClose: () => void;
  onContinue?: () => void;
}

interface StartupOverlayProps {
  phase: Phase;
  /** Called once the overlay has faded out. */
  onRemoved: () => void;
  game: (props: GameProps) => ReactNode;
}

/**
 * Covers the page until the server is ready. A game in progress continues: its player decides when to leave.
 */
export function StartupOverlay({ phase, onRemoved, game }: StartupOverlayProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [playing, setPlaying] = useState(false);
  const { fading, canLeave, leave } = useLeaving(phase, playing, onRemoved);
  useOpen(ref);
  const close = (): void => {
    setPlaying(false);
    if (canLeave) leave();
  };
  return (
    <dialog
      ref={ref}
      aria-label={t`Starting up`}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !playing) event.preventDefault();
      }}
      style={{ transitionDuration: `${FADE_MS}ms` }}
      className={classes(
        'm-0 h-dvh max-h-none w-full max-w-full place-items-center bg-paper text-ink transition-opacity ease-out open:grid',
        fading && 'opacity-0',
      )}
    >
      <Message phase={phase} onPlay={() => setPlaying(true)} />
      {playing &&
        game({ serverReady: phase === 'ready', onClose: close, onContinue: canLeave ? close : undefined })}
    </dialog>
  );
}

function Message({ phase, onPlay }: { phase: Phase; onPlay: () => void }) {
  const { siteName, game } = useConfig();
  const { percent, status, note } = phaseTexts(phase);
  return (
    <div className="flex w-full max-w-sm flex-col items-center gap-6 px-6 text-center">
      <SiteLogo className="h-16" />
      <div>
        <p className="text-3xl font-extrabold tracking-tight">{siteName}</p>
        <p className="text-ink-soft">
          <OwnerText of="siteTagline" />
        </p>
      </div>
      <ProgressBar label={t`Start-up`} percent={percent} />
      <div role="status" className="min-h-13">
        <p className="font-semibold">{status}</p>
        {note && <p className="text-ink-soft">{note}</p>}
      </div>
      {game && (
        <Button onClick={onPlay}>
          <Gamepad2 aria-hidden="true" />
          {t`Play the game`}
        </Button>
      )}
    </div>
  );
}

/**
 * Ready is shown for 0.8 s, fading for the last 0.3 s. During a game nothing closes automatically: after 1 s
 * it can be left.
 */
function useLeaving(
  phase: Phase,
  playing: boolean,
  onRemoved: () => void,
): { fading: boolean; canLeave: boolean; leave: () => void } {
  const [fading, setFading] = useState(false);
  const [canLeave, setCanLeave] = useState(false);
  const ready = phase === 'ready';
  useEffect(() => {
    if (!ready || fading) return;
    const timer = playing
      ? setTimeout(() => setCanLeave(true), readyDelay(true))
      : setTimeout(() => setFading(true), readyDelay(false) - FADE_MS);
    return () => clearTimeout(timer);
  }, [ready, playing, fading]);
  useEffect(() => {
    if (!fading) return;
    const timer = setTimeout(onRemoved, FADE_MS);
    return () => clearTimeout(timer);
  }, [fading, onRemoved]);
  return { fading, canLeave: ready && canLeave, leave: () => setFading(true) };
}
