import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { formatMoment } from '#web/ui/format.ts';
import { FilePlayer } from './FilePlayer.tsx';
import { stillsOf } from './thumbnail.ts';

interface Shown {
  stills: { atSec: number; url: string }[];
  /** The whole video. */
  url: string;
  width: number;
  height: number;
}

/**
 * A preview of the chosen video and five frames, one of which becomes its cover; nothing if this browser can't decode it.
 * They take a moment, so `children` come first: nothing moves under a finger.
 */
export function CoverChoice({
  file,
  seconds,
  atSec,
  isEdited,
  onChoose,
  disabled,
  children,
}: {
  file: File;
  /** Length of a recording, whose file has no duration; it already has a player. */
  seconds: number | null;
  atSec: number | null;
  /** The cover is a frame of what is made of it. */
  isEdited: boolean;
  onChoose: (atSec: number) => void;
  disabled: boolean;
  children: ReactNode;
}) {
  const shown = useShown(file, seconds);
  const player = useRef<HTMLDivElement>(null);
  const stills = shown?.stills ?? [];
  const choose = (at: number): void => {
    onChoose(at);
    const video = player.current?.querySelector('video');
    if (!video) return;
    video.pause();
    video.currentTime = at;
  };
  return (
    <>
      {children}
      {shown && stills.length > 0 && seconds === null && (
        <div ref={player}>
          <FilePlayer
            title={t`Your video`}
            file={shown.url}
            backdrop={stills[0]?.url}
            width={shown.width}
            height={shown.height}
          />
        </div>
      )}
      {stills.length > 0 && !isEdited && (
        <fieldset disabled={disabled}>
          <legend className="mb-1.5 text-sm font-semibold">{t`Thumbnail`}</legend>
          <div className="grid grid-cols-5 gap-2">
            {stills.map((still, at) => (
              <label
                key={still.atSec}
                className="relative block cursor-pointer overflow-hidden rounded-control border-2 border-transparent bg-stage transition-colors has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
              >
                <input
                  type="radio"
                  name="cover"
                  className="sr-only"
                  aria-label={t`Picture ${at + 1}, at ${formatMoment(still.atSec)}`}
                  checked={still.atSec === (atSec ?? stills[0]?.atSec)}
                  onChange={() => choose(still.atSec)}
                />
                <img
                  src={still.url}
                  alt=""
                  style={{ aspectRatio: `${shown?.width} / ${shown?.height}` }}
                  className="w-full object-contain"
                />
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

function useShown(file: File, seconds: number | null): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const ends = new AbortController();
    const urls: string[] = [];
    const address = (blob: Blob): string => {
      const url = URL.createObjectURL(blob);
      urls.push(url);
      return url;
    };
    const show = async (): Promise<void> => {
      const { stills, ...size } = await stillsOf(file, seconds, ends.signal);
      if (ends.signal.aborted) return;
      setShown({
        ...size,
        stills: stills.map(({ atSec, picture }) => ({ atSec, url: address(picture) })),
        url: address(file),
      });
    };
    // without stills the cover is taken by the rule
    void show().catch(() => undefined);
    return () => {
      ends.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [file, seconds]);
  return shown;
}
