import { Circle, RotateCcw, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { formatDuration } from '#web/ui/format.ts';
import { FilePlayer } from './FilePlayer.tsx';
import { useRecorder, type Recording } from './useRecorder.ts';

interface RecorderPanelProps {
  recording: Recording | null;
  onRecorded: (recording: Recording) => void;
  onDiscard: () => void;
  onCancel: () => void;
  /** It is under way: it can't be thrown away now. */
  disabled: boolean;
}

/** The camera's picture, then the recording, with what can be done in each state. */
export function RecorderPanel({ recording, onRecorded, onDiscard, onCancel, disabled }: RecorderPanelProps) {
  return recording ? (
    <Stopped recording={recording} onDiscard={onDiscard} disabled={disabled} />
  ) : (
    <Live onRecorded={onRecorded} onCancel={onCancel} />
  );
}

function Live({ onRecorded, onCancel }: Pick<RecorderPanelProps, 'onRecorded' | 'onCancel'>) {
  const { state, problem, seconds, stream, record, stop, again } = useRecorder(onRecorded);
  const picture = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (picture.current) picture.current.srcObject = stream;
  }, [stream]);
  if (state === 'rejected') {
    return (
      <div role="alert" className="flex flex-col items-start gap-3 rounded-card bg-raised p-5">
        <p>{problem}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={again}>
            Try Again
          </Button>
          <Button size="sm" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    );
  }
  return (
    <section aria-label="Recorder" data-state={state === 'asking' ? 'preview' : state}>
      <div className="relative overflow-hidden rounded-card bg-stage">
        <video
          ref={picture}
          autoPlay
          muted
          playsInline
          aria-label="Camera preview"
          className="aspect-video w-full -scale-x-100 object-cover"
        />
        {state === 'asking' && (
          <p className="absolute inset-0 flex items-center justify-center gap-2 text-on-scrim">
            <Spinner /> Starting the camera…
          </p>
        )}
        {state === 'recording' && (
          <p className="numbers absolute top-3 left-3 flex items-center gap-2 rounded-pill bg-scrim px-3 py-1 text-sm font-semibold text-on-scrim">
            <span aria-hidden="true" className="size-2.5 animate-shimmer rounded-pill bg-bad-fill" />
            <span>{`Recording ${formatDuration(Math.floor(seconds))}`}</span>
          </p>
        )}
      </div>
      <div className="mt-3 flex justify-center gap-2">
        {state === 'recording' ? (
          <Button variant="danger" onClick={stop}>
            <Square aria-hidden="true" className="fill-current" />
            Stop
          </Button>
        ) : (
          <Button variant="primary" onClick={record} disabled={state !== 'preview'}>
            <Circle aria-hidden="true" className="fill-current" />
            Record
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </section>
  );
}

function Stopped({
  recording,
  onDiscard,
  disabled,
}: { recording: Recording } & Pick<RecorderPanelProps, 'onDiscard' | 'disabled'>) {
  return (
    <section aria-label="Recorder" data-state="stopped">
      <FilePlayer title="Your recording" file={recording.url} width={null} height={null} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          <RotateCcw aria-hidden="true" className="size-4" />
          <span>{`${formatDuration(recording.seconds)} recorded. Kept in this browser until it is sent.`}</span>
        </p>
        <Button size="sm" disabled={disabled} onClick={onDiscard}>
          <Trash2 aria-hidden="true" />
          Discard
        </Button>
      </div>
    </section>
  );
}
