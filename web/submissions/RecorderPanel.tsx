import { t } from '@lingui/core/macro';
import { RotateCcw, SwitchCamera, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { formatDuration } from '#web/ui/format.ts';
import { FilePlayer } from './FilePlayer.tsx';
import { MAX_RECORDING_SEC, useRecorder, useSeveralCameras, type Recording } from './useRecorder.ts';

interface RecorderPanelProps {
  recording: Recording | null;
  onRecorded: (recording: Recording) => void;
  onDiscard: () => void;
  onCancel: () => void;
  /** On a phone it fills the screen until it is chosen; then its form follows. */
  isChosen: boolean;
  onChoose: () => void;
  /** The upload is in progress: the recording can't be discarded now. */
  disabled: boolean;
}

/** The camera's picture, then the recording, with what can be done in each state. */
export function RecorderPanel({ recording, onRecorded, onCancel, ...rest }: RecorderPanelProps) {
  return recording ? (
    <Stopped recording={recording} {...rest} />
  ) : (
    <Live onRecorded={onRecorded} onCancel={onCancel} />
  );
}

const ON_STAGE = 'text-on-scrim hover:bg-on-scrim/15';

function Live({ onRecorded, onCancel }: Pick<RecorderPanelProps, 'onRecorded' | 'onCancel'>) {
  const picture = useRef<HTMLVideoElement>(null);
  const size = useRef<Pick<Recording, 'width' | 'height'>>({ width: null, height: null });
  const recorder = useRecorder(onRecorded, () => size.current);
  const { state, problem, seconds, stream, left, facing } = recorder;
  const canFlip = useSeveralCameras(stream);
  useEffect(() => {
    if (picture.current) picture.current.srcObject = stream;
  }, [stream]);
  if (state === 'rejected') {
    return (
      <div role="alert" className="flex flex-col items-start gap-3 rounded-card bg-raised p-5">
        <p>{problem}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={recorder.again}>
            {t`Try Again`}
          </Button>
          <Button size="sm" variant="quiet" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        </div>
      </div>
    );
  }
  const isRecording = state === 'recording';
  return (
    <section
      aria-label={t`Recorder`}
      data-state={state === 'asking' ? 'preview' : state}
      className="recorder on-stage"
    >
      <video
        ref={picture}
        autoPlay
        muted
        playsInline
        aria-label={t`Camera preview`}
        onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
          size.current = { width, height };
        }}
        className={classes('absolute inset-0 size-full object-cover', facing === 'user' && '-scale-x-100')}
      />
      {state === 'asking' && (
        <p className="absolute inset-0 flex items-center justify-center gap-2 text-on-scrim">
          <Spinner /> {t`Starting the camera…`}
        </p>
      )}
      {left !== null && (
        <p
          key={left}
          aria-live="assertive"
          className="on-picture numbers absolute inset-0 grid animate-pop place-items-center text-4xl font-bold text-on-scrim [zoom:2]"
        >
          {left}
        </p>
      )}
      {isRecording && (
        <p className="numbers absolute top-[max(0.75rem,env(safe-area-inset-top))] left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-pill bg-scrim px-3 py-1 text-sm font-semibold whitespace-nowrap text-on-scrim">
          <span aria-hidden="true" className="size-2.5 animate-shimmer rounded-pill bg-bad-fill" />
          <span>{t`Recording ${formatDuration(Math.floor(seconds))}`}</span>
        </p>
      )}
      <div className="absolute inset-x-0 bottom-0 grid grid-cols-3 items-center justify-items-center bg-linear-to-t from-stage/80 to-transparent px-4 pt-10 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <IconButton label={t`Cancel`} className={ON_STAGE} onClick={onCancel}>
          <X />
        </IconButton>
        <Shutter
          isRecording={isRecording}
          seconds={seconds}
          disabled={state === 'asking' || left !== null}
          onPress={isRecording ? recorder.stop : recorder.record}
        />
        {canFlip && (
          <IconButton
            label={t`Flip camera`}
            className={ON_STAGE}
            disabled={state !== 'preview' || left !== null}
            onClick={recorder.flip}
          >
            <SwitchCamera />
          </IconButton>
        )}
      </div>
    </section>
  );
}

/** Round, with how much of the time a video may take has passed. */
function Shutter({
  isRecording,
  seconds,
  disabled,
  onPress,
}: {
  isRecording: boolean;
  seconds: number;
  disabled: boolean;
  onPress: () => void;
}) {
  const label = isRecording ? t`Stop` : t`Record`;
  return (
    <button
      type="button"
      aria-label={label}
      title={isRecording ? t`Stop (${formatDuration(MAX_RECORDING_SEC)} max)` : label}
      disabled={disabled}
      onClick={onPress}
      className="relative grid size-18 place-items-center rounded-pill text-on-scrim transition duration-150 active:scale-95 disabled:opacity-55"
    >
      <svg viewBox="0 0 36 36" aria-hidden="true" className="absolute inset-0 -rotate-90 fill-none">
        <circle
          cx="18"
          cy="18"
          r="16.5"
          stroke="currentColor"
          strokeWidth="2"
          opacity={isRecording ? 0.35 : 1}
        />
        {isRecording && (
          <circle
            cx="18"
            cy="18"
            r="16.5"
            strokeWidth="2.5"
            pathLength={1}
            strokeDasharray={1}
            strokeDashoffset={1 - Math.min(1, seconds / MAX_RECORDING_SEC)}
            className="stroke-accent"
          />
        )}
      </svg>
      <span
        className={classes(
          'bg-bad-fill transition-[border-radius,width,height] duration-150 forced-color-adjust-none',
          isRecording ? 'size-7 rounded-control' : 'size-14 rounded-pill',
        )}
      />
    </button>
  );
}

function Stopped({
  recording,
  onDiscard,
  isChosen,
  onChoose,
  disabled,
}: { recording: Recording } & Pick<RecorderPanelProps, 'onDiscard' | 'isChosen' | 'onChoose' | 'disabled'>) {
  return (
    <section
      aria-label={t`Recorder`}
      data-state="stopped"
      data-chosen={isChosen || undefined}
      className="recorded"
    >
      <FilePlayer
        title={t`Your recording`}
        file={recording.url}
        width={recording.width}
        height={recording.height}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-soft">
          {t`${formatDuration(recording.seconds)} recorded. Saved in this browser until you submit it.`}
        </p>
        <div className="flex flex-1 justify-end gap-2">
          <Button size="sm" disabled={disabled} onClick={onDiscard}>
            <RotateCcw aria-hidden="true" />
            {t`Discard`}
          </Button>
          <Button size="sm" variant="primary" className="recorded-use" onClick={onChoose}>
            {t`Use this recording`}
          </Button>
        </div>
      </div>
    </section>
  );
}
