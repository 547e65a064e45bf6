import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { useStore } from '../store.ts';
import { captionChoice, type CaptionChoice } from './captions.ts';

const SIZES: Record<CaptionChoice['size'], string> = {
  small: 'text-sm @xl:text-base',
  medium: 'text-base @xl:text-xl',
  large: 'text-xl @xl:text-3xl',
};
const GROUNDS: Record<CaptionChoice['ground'], string> = {
  dark: 'bg-stage/90 text-on-scrim',
  light: 'bg-on-scrim/90 text-stage',
  none: 'on-picture text-on-scrim',
};

/** The current captions, in the chosen style. */
export function CaptionLines({ cues, className }: { cues: VTTCue[]; className?: string }) {
  const { size, ground } = useStore(captionChoice);
  if (cues.length === 0) return null;
  return (
    <div
      data-captions
      className={classes(
        'flex flex-col items-center gap-1 text-center font-medium text-balance',
        SIZES[size],
        className,
      )}
    >
      {cues.map((cue) => (
        <CueLine key={`${cue.startTime} ${cue.endTime} ${cue.text}`} cue={cue} className={GROUNDS[ground]} />
      ))}
    </div>
  );
}

/** Its markup as parsed by the browser: only italics, bold, underline, voices and ruby are ever stored. */
function CueLine({ cue, className }: { cue: VTTCue; className: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    line.current?.replaceChildren(cue.getCueAsHTML());
  }, [cue]);
  return (
    <p
      ref={line}
      dir="auto"
      className={classes(
        'w-fit max-w-full rounded-control px-2.5 py-1 break-words whitespace-pre-line',
        className,
      )}
    />
  );
}

/** Whether its author put a cue at the top, over what is written at the bottom of the picture. */
const isAtTop = ({ line, snapToLines }: VTTCue): boolean =>
  typeof line === 'number' && (snapToLines ? line >= 0 && line < 6 : line < 40);

/** Captions at the top of a picture, and at its bottom. */
export function useParted(cues: VTTCue[]): { tops: VTTCue[]; bottoms: VTTCue[] } {
  const { place } = useStore(captionChoice);
  const tops = cues.filter((cue) => place === 'top' || isAtTop(cue));
  return { tops, bottoms: cues.filter((cue) => !tops.includes(cue)) };
}

/**
 * Over the picture of a player: captions at the bottom above the controls, or at the top, and in the room between them
 * what the page has for the picture's upper corner.
 */
export function CaptionLayer({
  cues,
  isControlled,
  corner,
}: {
  cues: VTTCue[];
  isControlled: boolean;
  corner: ReactNode;
}) {
  const { tops, bottoms } = useParted(cues);
  return (
    <div
      className={classes(
        'pointer-events-none absolute inset-x-3 top-3 flex flex-col justify-end transition-[bottom] duration-150',
        isControlled ? 'bottom-20' : 'bottom-3 @xl:bottom-6',
      )}
    >
      <CaptionLines cues={tops} />
      <div className="corner-room">{corner}</div>
      <CaptionLines cues={bottoms} />
    </div>
  );
}
