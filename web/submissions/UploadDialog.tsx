import { t } from '@lingui/core/macro';
import { Clapperboard } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { UPLOAD_HINT } from '#contract/submissions/submissions.ts';
import type { Edit } from '#contract/submissions/edit.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import type { Category } from '#contract/videos/videos.ts';
import { useConfig } from '#web/app/config.ts';
import { fieldOf, useFields, type Fields } from '#web/app/forms/form.ts';
import { LabelFields } from '#web/app/forms/LabelFields.tsx';
import { paths } from '#web/app/paths.ts';
import { ReleaseFields } from '#web/app/forms/ReleaseFields.tsx';
import { AT_ONCE, changesOf, releaseOf } from '#web/app/forms/release.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { loadToasts } from '#web/ui/dialogs/Hosts.tsx';
import { useStore } from '#web/ui/store.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { classes } from '#web/ui/classes.ts';
import { CaptionsChoice } from './CaptionsChoice.tsx';
import { CoverChoice } from './CoverChoice.tsx';
import { EditChoice } from './EditChoice.tsx';
import { FilePicker, SourceChoice, type Source } from './FilePicker.tsx';
import { StoredRecordings } from './StoredRecordings.tsx';
import { LocationFields } from './LocationFields.tsx';
import { SubmissionStatusStrip } from './SubmissionStatusStrip.tsx';
import { RecorderPanel } from './RecorderPanel.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { firstCategory, DetailsFields, type Texts } from './DetailsFields.tsx';
import { closeUpload, openedUpload, type SharedVideo } from './opened-upload.ts';
import type { UserLocation } from './location.ts';
import { LEAVE_AFTER_MS, titleFrom, uploaded, whatIsWrong, type Notice } from './upload.rules.ts';
import { useCaptionsFile, type CaptionsFile } from './useCaptionsFile.ts';
import { useUpload } from './useUpload.ts';
import { dropRecording, type Recording } from './useRecorder.ts';

// an error about a broken connection must not need the network to load
void loadToasts().catch(() => undefined);

/**
 * Everything from choosing or recording a video to its first processing steps. A failure never loses what was typed.
 */
export function OpenedUpload() {
  const opened = useStore(openedUpload);
  return (
    opened && (
      <UploadDialog key={opened.replaces?.id ?? 'new'} replaces={opened.replaces} file={opened.file} />
    )
  );
}

const fieldsOf = (submission: Submission): Texts => ({
  title: submission.title,
  category: submission.category,
  description: submission.description ?? '',
  tags: submission.tags,
  locationName: submission.location?.name ?? '',
  labels: submission.labels,
  ...releaseOf(submission),
});

/** The title that came with a video, or one from the name of its file. */
const titleOf = (file: SharedVideo | null): string => file?.title || (file && titleFrom(file.file)) || '';

const initialFields = (file: SharedVideo | null, categories: Category[]): Texts => ({
  title: titleOf(file),
  category: firstCategory(categories),
  description: '',
  tags: [],
  locationName: '',
  labels: null,
  ...AT_ONCE,
});

interface UploadValues {
  texts: Texts;
  edit: Edit | null;
  location: UserLocation | null;
  replaces: Submission | null;
}

const draftOf = (file: File, { texts: fields, edit, location, replaces }: UploadValues) => ({
  file,
  title: fields.title,
  category: fields.category,
  description: fields.description,
  tags: fields.tags,
  labels: fields.labels,
  edit,
  location: location && { ...location, timestamp: undefined, name: fields.locationName.trim() || null },
  release: changesOf(replaces ? releaseOf(replaces) : AT_ONCE, fields),
  ...(replaces && { submissionId: replaces.id }),
});

/** `file`: already chosen. `replaces`: an own rejected video that gets a new file and stays the same item. */
function UploadDialog({ replaces, file: shared }: { replaces: Submission | null; file: SharedVideo | null }) {
  const [source, setSource] = useState<Source>('file');
  const [file, setFile] = useState<File | null>(shared?.file ?? null);
  const [recording, setRecording] = useState<Recording | null>(null);
  /** On a phone the form for a recording follows its preview. */
  const [isChosen, setChosen] = useState(false);
  const { categories } = useConfig();
  const fields = useFields(replaces ? fieldsOf(replaces) : initialFields(shared, categories));
  /** The second whose frame is the cover; null means the default. */
  const [coverAt, setCoverAt] = useState<number | null>(null);
  const [edit, setEdit] = useState<Edit | null>(null);
  const [location, setLocation] = useState<UserLocation | null>(null);
  const { state, goesOn, problem, start, cancel, setProblem } = useUpload();
  const captions = useCaptionsFile();
  const navigate = useNavigate();
  const texts = fields.values;
  const chosen = source === 'record' ? (recording?.file ?? null) : file;
  const seconds = source === 'record' ? (recording?.seconds ?? null) : null;
  const busy = state.step !== 'idle';

  useLeaving(state.step === 'done' && captions.isThrough, () => {
    closeUpload();
    if (!replaces) void navigate(paths.home());
  });

  const choose = (next: File | null): void => {
    setProblem(null);
    const wrong = next && whatIsWrong(next);
    if (wrong) return toast(wrong.title, wrong);
    setCoverAt(null);
    setEdit(null);
    setFile(next);
  };
  const submit = async (): Promise<void> => {
    if (!chosen) return;
    if (whatIsWrong(chosen)) return choose(chosen);
    const id = await start(draftOf(chosen, { texts, edit, location, replaces }), seconds, coverAt, captions);
    if (id === null) return;
    if (source === 'record' && recording) dropRecording(recording);
    announce(captions.chosen ? null : () => void navigate(paths.studioVideo(id, 'captions')));
  };
  const discard = (): void => {
    if (recording) dropRecording(recording);
    setCoverAt(null);
    setEdit(null);
    setChosen(false);
    setRecording(null);
  };
  const restore = (recording: Recording): void => {
    setRecording(recording);
    setSource('record');
  };
  const actions =
    state.step === 'uploading' ? (
      <UploadProgress progress={state.progress} goesOn={goesOn} onCancel={cancel} />
    ) : state.step === 'idle' ? (
      <Button variant="primary" disabled={!chosen || !texts.title.trim()} onClick={() => void submit()}>
        {t`Submit for review`}
      </Button>
    ) : undefined;

  return (
    <Dialog
      title={replaces ? t`Choose another file for “${replaces.title}”` : t`Upload or record a video`}
      onClose={closeUpload}
      locked={state.step === 'uploading'}
      whole={source === 'record' && state.step !== 'done'}
      actions={actions}
    >
      {state.step === 'done' ? (
        <Sent id={state.id} problem={captions.problem} />
      ) : (
        <div className={classes('flex flex-col gap-5', source === 'record' && 'recorder-columns')}>
          <div className="flex min-w-0 flex-col gap-5">
            <StoredRecordings hidden={recording !== null || busy} onRestore={restore} />
            <SourceChoice source={source} onSource={setSource} disabled={busy} />
            {source === 'file' ? (
              <FilePicker file={file} onFile={choose} disabled={busy} />
            ) : (
              <RecorderPanel
                recording={recording}
                onRecorded={setRecording}
                onDiscard={discard}
                onCancel={() => setSource('file')}
                isChosen={isChosen}
                onChoose={() => setChosen(true)}
                disabled={busy}
              />
            )}
            {chosen && chosen.size > UPLOAD_HINT && <LargeNotice />}
            {problem && <Problem notice={problem} waits={state.step === 'idle' && state.waits} />}
            {chosen && (
              <CoverChoice
                key={`${chosen.name} ${chosen.lastModified} ${chosen.size}`}
                file={chosen}
                seconds={seconds}
                atSec={coverAt}
                isEdited={edit !== null}
                onChoose={setCoverAt}
                disabled={busy}
              >
                <EditChoice file={chosen} seconds={seconds} edit={edit} onEdit={setEdit} disabled={busy} />
              </CoverChoice>
            )}
          </div>
          <Details
            fields={fields}
            location={location}
            file={file}
            onLocation={setLocation}
            captions={captions}
            // anyone who gets here has watched the recording
            onFocus={() => setChosen(true)}
            disabled={busy}
          />
        </div>
      )}
    </Dialog>
  );
}

const UNLABELLED = { ai: false, paid: false, sensitive: false };

function Details({
  fields,
  file,
  location,
  onLocation,
  captions,
  onFocus,
  disabled,
}: {
  fields: Fields<Texts>;
  file: File | null;
  location: UserLocation | null;
  onLocation: (location: UserLocation | null) => void;
  captions: CaptionsFile;
  onFocus: () => void;
  disabled: boolean;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-5" onFocus={onFocus}>
      <DetailsFields fields={fields} suggestion={titleFrom(file)} disabled={disabled} />
      <LocationFields
        location={location}
        onLocation={onLocation}
        name={fields.values.locationName}
        onName={(name) => fields.set('locationName', name)}
        disabled={disabled}
      />
      <LabelFields
        labels={fields.values.labels ?? UNLABELLED}
        onChange={(labels) => fields.set('labels', labels)}
        disabled={disabled}
      />
      <CaptionsChoice captions={captions} disabled={disabled} />
      <ReleaseFields values={fields.values} field={(name) => fieldOf(fields, name)} disabled={disabled} />
      {fields.values.visibility !== 'PRIVATE' && <WhatFollows />}
    </div>
  );
}

/** Closes a while after completion, once the result has been read. */
function useLeaving(done: boolean, leave: () => void): void {
  const onLeave = useEffectEvent(leave);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => onLeave(), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done]);
}

/** Without captions it offers to add some. */
function announce(addCaptions: (() => void) | null): void {
  const run = (): void => {
    closeUpload();
    addCaptions?.();
  };
  toast(uploaded().title, {
    ...uploaded(),
    ...(addCaptions && { action: { label: t`Add captions`, run } }),
  });
}

const LargeNotice = () => (
  <p className="text-sm text-warn">{t`This is a large video. The upload may take a few minutes.`}</p>
);

const WhatFollows = () => (
  <p className="text-sm text-ink-soft">
    {t`A person reviews every video before it goes live. Track its progress on your profile.`}
  </p>
);

function Sent({ id, problem }: { id: number; problem: string | null }) {
  return (
    <div className="flex flex-col gap-4 py-4">
      <p className="flex items-center gap-3 text-lg">
        <Clapperboard aria-hidden="true" className="text-accent-text" />
        {t`Thank you! We’ve got your video.`}
      </p>
      {problem && (
        <div role="alert" className="rounded-control bg-bad/10 px-4 py-3 text-sm">
          <p className="font-semibold text-bad">{t`Couldn’t save your captions`}</p>
          <p>{problem}</p>
          <Link
            to={paths.captions(id)}
            onClick={closeUpload}
            className="mt-1 inline-block font-semibold underline"
          >
            {t`Open captions for this video`}
          </Link>
        </div>
      )}
      <SubmissionStatusStrip id={id} />
    </div>
  );
}

function Problem({ notice, waits }: { notice: Notice; waits: boolean }) {
  return (
    // the toast is the one that speaks up
    <div role="group" aria-label={t`Problem`} className="rounded-control bg-bad/10 px-4 py-3 text-sm">
      <p className="font-semibold text-bad">{notice.title}</p>
      <p>{notice.text}</p>
      {waits && <p className="mt-1">{t`Press “Submit for review” again to continue where you left off.`}</p>}
    </div>
  );
}
