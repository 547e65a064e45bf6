import { useEffect, useState } from 'react';
import { formatMoment } from '#web/ui/format.ts';
import { stillsOf } from './thumbnail.ts';

interface Shown {
  atSec: number;
  url: string;
}

/** Five pictures of the video, one of which becomes its cover. Nothing where this browser can't show the video. */
export function CoverChoice({
  file,
  seconds,
  atSec,
  onChoose,
  disabled,
}: {
  file: File;
  /** The length of a recording, whose file doesn't tell. */
  seconds: number | null;
  atSec: number | null;
  onChoose: (atSec: number) => void;
  disabled: boolean;
}) {
  const [stills, setStills] = useState<Shown[]>([]);
  useEffect(() => {
    const ends = new AbortController();
    const made: Shown[] = [];
    const show = async (): Promise<void> => {
      const found = await stillsOf(file, seconds, ends.signal);
      if (ends.signal.aborted) return;
      for (const still of found) made.push({ atSec: still.atSec, url: URL.createObjectURL(still.picture) });
      setStills(made);
    };
    // without stills the cover is taken by the rule
    void show().catch(() => undefined);
    return () => {
      ends.abort();
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [file, seconds]);

  const first = stills[0];
  if (!first) return null;
  const chosen = atSec ?? first.atSec;
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1.5 text-sm font-semibold">Cover</legend>
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
              aria-label={`Picture ${at + 1}, at ${formatMoment(still.atSec)}`}
              checked={still.atSec === chosen}
              onChange={() => onChoose(still.atSec)}
            />
            <img src={still.url} alt="" className="aspect-video w-full object-contain" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
