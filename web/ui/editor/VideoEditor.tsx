import { t } from '@lingui/core/macro';
import { Pause, Play } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Edit } from '#contract/submissions/edit.ts';
import type { EditedOriginal } from '#contract/submissions/edit.rules.ts';
import { IconButton } from '../controls/Button.tsx';
import { EditControls } from './EditControls.tsx';
import { EditStage } from './EditStage.tsx';
import { FRAME, formatFine, moveEnd, moveStart, savedEdit, stepOf, wholeOf } from './edit.rules.ts';
import { TrimStrip } from './TrimStrip.tsx';
import { useCut, type Cut } from './useCut.ts';

interface VideoEditorProps {
  /** The whole video. */
  src: string;
  /** Null: the file has it. */
  durationSec: number | null;
  /** Null: the whole video, as it is. */
  value: Edit | null;
  onChange: (edit: Edit | null) => void;
}

/** Trims, crops, turns and mutes a video, and shows exactly what will be seen of it. */
export function VideoEditor({ src, durationSec, value, onChange }: VideoEditorProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [original, setOriginal] = useState<EditedOriginal | null>(null);
  const [isBroken, setBroken] = useState(false);
  const edit = value ?? wholeOf(original?.durationSec ?? 0);
  const cut = useCut(video, edit);
  if (isBroken)
    return <p>{t`This browser can’t play the file. You can edit it in the studio once it’s processed.`}</p>;

  const length = original?.durationSec ?? 0;
  const change = (next: Edit): void => onChange(savedEdit(next, length));
  const setStart = (seconds: number): void => {
    const next = moveStart(edit, seconds);
    change(next);
    cut.show(next.start);
  };
  const setEnd = (seconds: number): void => {
    const next = moveEnd(edit, seconds, length);
    change(next);
    // its last frame
    cut.show(next.end - FRAME);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey || !original) return;
    if (key === 'i') setStart(cut.time);
    else if (key === 'o') setEnd(cut.time + FRAME);
    else return;
    event.preventDefault();
  };
  return (
    <div role="group" aria-label={t`Trim & crop`} onKeyDown={onKeyDown} className="video-editor">
      <EditStage
        video={video}
        src={src}
        original={original}
        edit={edit}
        isPlaying={cut.isPlaying}
        onLoaded={({ duration, videoWidth: width, videoHeight: height }) => {
          setOriginal({
            durationSec: durationSec ?? (Number.isFinite(duration) ? duration : 0),
            width,
            height,
          });
          cut.show(edit.start);
        }}
        onBroken={() => setBroken(true)}
        onCrop={(crop) => change({ ...edit, crop })}
      />
      {original && length > 0 && (
        <div className="flex min-w-0 flex-col gap-3">
          <Playhead cut={cut} edit={edit} durationSec={length} />
          <TrimStrip
            src={src}
            durationSec={length}
            edit={edit}
            time={cut.time}
            onStart={setStart}
            onEnd={setEnd}
            onShow={cut.show}
          />
          <EditControls
            edit={edit}
            original={original}
            isEdited={value !== null}
            onChange={change}
            onReset={() => onChange(null)}
          />
          <p className="text-sm text-ink-soft max-sm:hidden">
            {t`I and O set the start and end to the current frame. Arrow keys move by a frame, with Shift by a second.`}
          </p>
        </div>
      )}
    </div>
  );
}

/** Play button and playhead: plays the selection, and steps through the whole video frame by frame. */
function Playhead({ cut, edit, durationSec }: { cut: Cut; edit: Edit; durationSec: number }) {
  const from = formatFine(edit.start);
  const to = formatFine(edit.end);
  const moveBy = (event: KeyboardEvent): void => {
    const by = stepOf(event);
    if (by === null) return;
    event.preventDefault();
    cut.show(Math.max(0, Math.min(durationSec, cut.time + by)));
  };
  return (
    <div dir="ltr" className="flex flex-wrap items-center gap-x-3">
      <IconButton label={cut.isPlaying ? t`Pause` : t`Play`} onClick={cut.toggle}>
        {cut.isPlaying ? <Pause /> : <Play />}
      </IconButton>
      <input
        type="range"
        aria-label={t`Current frame`}
        aria-valuetext={formatFine(cut.time)}
        min={0}
        max={durationSec}
        step="any"
        value={cut.time}
        onChange={(event) => cut.show(Number(event.target.value))}
        onKeyDown={moveBy}
        className="h-6 min-w-0 flex-1 accent-accent"
      />
      <span className="numbers w-16 text-end text-sm">{formatFine(cut.time)}</span>
      <span className="numbers basis-full text-center text-sm text-ink-soft">
        {t`Plays from ${from} to ${to}`}
      </span>
    </div>
  );
}
