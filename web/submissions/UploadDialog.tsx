import { Clapperboard, FileVideo, Video } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { DESCRIPTION_MOST, TITLE_MOST, UPLOAD_HINT, UPLOAD_MOST } from '#contract/submissions.ts';
import type { Submission } from '#contract/submissions.ts';
import type { Category } from '#contract/videos.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field, Select, TextArea } from '#web/ui/Field.tsx';
import { classes } from '#web/ui/classes.ts';
import { loadToasts } from '#web/ui/Hosts.tsx';
import { toast } from '#web/ui/toast.ts';
import { KeptRecordings } from './KeptRecordings.tsx';
import { LocationFields } from './LocationFields.tsx';
import { PassportStrip } from './PassportStrip.tsx';
import { RecorderPanel } from './RecorderPanel.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import type { UserLocation } from './location.ts';
import { LEAVE_AFTER_MS, TOO_LARGE, formatBytes, type Notice } from './upload.rules.ts';
import { useUpload } from './useUpload.ts';
import { dropRecording, type Recording } from './useRecorder.ts';

// what is said of a broken connection must not have to come over it
void loadToasts().catch(() => undefined);

/** The order of the form; Lifestyle is chosen at first. */
const ORDER: Category[] = ['Lifestyle', 'Business', 'Innovation', 'Beauty'];

interface Words {
  title: string;
  category: Category;
  description: string;
  locationName: string;
}

/** Everything from choosing or recording a video to its first steps here. Nothing typed is ever lost by a failure. */
export function UploadDialog({
  onClose,
  replaces = null,
}: {
  onClose: () => void;
  /** An own refused video that gets another file; it stays the same item. */
  replaces?: Submission | null;
}) {
  const [way, setWay] = useState<'file' | 'record'>('file');
  const [file, setFile] = useState<File | null>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const [words, setWords] = useState<Words>({
    title: replaces?.title ?? '',
    category: replaces?.category ?? 'Lifestyle',
    description: replaces?.description ?? '',
    locationName: replaces?.location?.name ?? '',
  });
  const [location, setLocation] = useState<UserLocation | null>(null);
  const { state, problem, start, cancel, setProblem } = useUpload();
  const navigate = useNavigate();
  const chosen = way === 'record' ? (recording?.file ?? null) : file;
  const busy = state.step !== 'idle';

  useEffect(() => {
    if (state.step !== 'done') return;
    const timer = setTimeout(() => {
      onClose();
      if (!replaces) void navigate(paths.home());
    }, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state.step, navigate, onClose, replaces]);

  const choose = (next: File | null): void => {
    setProblem(null);
    if (next && next.size > UPLOAD_MOST) {
      toast(TOO_LARGE.title, TOO_LARGE);
      setProblem(TOO_LARGE);
      return;
    }
    setFile(next);
  };
  const submit = async (): Promise<void> => {
    if (!chosen) return;
    if (chosen.size > UPLOAD_MOST) return choose(chosen);
    const { locationName, ...rest } = words;
    const place = location && { ...location, timestamp: undefined, name: locationName.trim() || null };
    const draft = { file: chosen, ...rest, location: place, ...(replaces && { submissionId: replaces.id }) };
    const id = await start(draft, recording?.seconds ?? null);
    if (id !== null && way === 'record' && recording) dropRecording(recording);
  };
  const discard = (): void => {
    if (recording) dropRecording(recording);
    setRecording(null);
  };
  const actions =
    state.step === 'uploading' ? (
      <UploadProgress progress={state.progress} onCancel={cancel} />
    ) : state.step === 'idle' ? (
      <>
        <Button onClick={onClose}>Close</Button>
        <Button look="primary" disabled={!chosen || !words.title.trim()} onClick={() => void submit()}>
          Submit for review
        </Button>
      </>
    ) : undefined;

  return (
    <Dialog
      title={replaces ? `Another file for “${replaces.title}”` : 'Upload or record a video'}
      onClose={onClose}
      locked={state.step === 'uploading'}
      actions={actions}
    >
      {state.step === 'done' ? (
        <Sent id={state.id} />
      ) : (
        <div className="flex flex-col gap-5">
          <KeptRecordings
            hidden={recording !== null || busy}
            onRestore={(kept) => {
              setRecording(kept);
              setWay('record');
            }}
          />
          <Ways way={way} onWay={setWay} disabled={busy} />
          {way === 'file' ? (
            <FilePicker file={file} onFile={choose} disabled={busy} />
          ) : (
            <RecorderPanel
              recording={recording}
              onRecorded={setRecording}
              onDiscard={discard}
              onCancel={() => setWay('file')}
            />
          )}
          {chosen && chosen.size > UPLOAD_HINT && (
            <p className="text-sm text-warn">This is a large video. The upload may take a few minutes.</p>
          )}
          {problem && <Problem notice={problem} waits={state.step === 'idle' && state.waits} />}
          <WordFields words={words} onWords={setWords} disabled={busy} />
          <LocationFields
            location={location}
            onLocation={setLocation}
            name={words.locationName}
            onName={(locationName) => setWords({ ...words, locationName })}
            disabled={busy}
          />
          <p className="text-sm text-ink-soft">
            A person looks at every video before it goes live. You will see here and on your profile how it is
            going.
          </p>
        </div>
      )}
    </Dialog>
  );
}

function Sent({ id }: { id: number }) {
  return (
    <div className="flex flex-col gap-4 py-4">
      <p className="flex items-center gap-3 text-lg">
        <Clapperboard aria-hidden="true" className="text-accent-text" />
        Thank you! Your video has arrived.
      </p>
      <PassportStrip id={id} />
    </div>
  );
}

function Problem({ notice, waits }: { notice: Notice; waits: boolean }) {
  return (
    // the toast is the one that speaks up
    <div role="group" aria-label="Problem" className="rounded-control bg-bad/10 px-4 py-3 text-sm">
      <p className="font-semibold text-bad">{notice.title}</p>
      <p>{notice.text}</p>
      {waits && <p className="mt-1">Press “Submit for review” again: it goes on where it stopped.</p>}
    </div>
  );
}

function Ways({
  way,
  onWay,
  disabled,
}: {
  way: 'file' | 'record';
  onWay: (way: 'file' | 'record') => void;
  disabled: boolean;
}) {
  const choices = [
    { id: 'file', label: 'Choose a file', icon: <FileVideo aria-hidden="true" /> },
    { id: 'record', label: 'Record with camera', icon: <Video aria-hidden="true" /> },
  ] as const;
  return (
    <div
      role="group"
      aria-label="Where the video comes from"
      className="grid grid-cols-2 gap-1 rounded-control bg-raised p-1"
    >
      {choices.map(({ id, label, icon }) => (
        <button
          key={id}
          type="button"
          disabled={disabled}
          aria-pressed={way === id}
          onClick={() => onWay(id)}
          className={classes(
            'flex h-10 items-center justify-center gap-2 rounded-sm text-sm font-semibold [&_svg]:size-4.5',
            way === id ? 'bg-surface text-ink shadow-card' : 'text-ink-soft hover:text-ink',
          )}
        >
          {icon}
          {label}
        </button>
      ))}
    </div>
  );
}

function FilePicker({
  file,
  onFile,
  disabled,
}: {
  file: File | null;
  onFile: (file: File | null) => void;
  disabled: boolean;
}) {
  const [over, setOver] = useState(false);
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) onFile(event.dataTransfer.files[0] ?? null);
      }}
      className={classes(
        'flex flex-col items-center gap-1.5 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors duration-150 focus-within:border-accent-text',
        over ? 'border-accent bg-accent-soft' : 'border-line hover:border-edge',
      )}
    >
      <FileVideo aria-hidden="true" className="size-8 text-accent-text" />
      <span className="max-w-full font-semibold break-words">
        {file ? file.name : 'Choose a video, or drop it here'}
      </span>
      <span className="text-sm text-ink-soft">
        {file
          ? `${formatBytes(file.size)} · press to choose another`
          : 'Up to 300MB, under 10 minutes. MP4, MOV or WebM.'}
      </span>
      <input
        type="file"
        aria-label="Video file"
        accept="video/*,.mkv"
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          if (event.target.files?.[0]) onFile(event.target.files[0]);
        }}
      />
    </label>
  );
}

function WordFields({
  words,
  onWords,
  disabled,
}: {
  words: Words;
  onWords: (words: Words) => void;
  disabled: boolean;
}) {
  return (
    <>
      <Field
        label="Title"
        required
        maxLength={TITLE_MOST}
        value={words.title}
        disabled={disabled}
        onChange={(event) => onWords({ ...words, title: event.target.value })}
      />
      <Select
        label="Category"
        required
        value={words.category}
        disabled={disabled}
        onChange={(event) => onWords({ ...words, category: event.target.value as Category })}
      >
        {ORDER.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      <TextArea
        label="Description"
        hint="Optional"
        maxLength={DESCRIPTION_MOST}
        value={words.description}
        disabled={disabled}
        onChange={(event) => onWords({ ...words, description: event.target.value })}
      />
    </>
  );
}
