import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Keyboard, Pause, Play, Plus, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { RefObject } from 'react';
import type { TrackCues } from '#contract/captions/captions.ts';
import { writeCues, FORMATS, type CaptionFormat } from '#contract/captions/cues.ts';
import { hintsOf } from '#contract/captions/hints.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { KeyList } from '#web/ui/dialogs/KeyList.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { togglePlay } from '#web/ui/player/player.actions.ts';
import { publishDraft } from '../captions.queries.ts';
import { CueRow } from './CueRow.tsx';
import { insert, placeAt } from './edit.rules.ts';
import { editorKeys, useEditorKeys } from './editor-keys.ts';
import { useEditor, type Kept } from './useEditor.ts';
import { usePlayerTime } from './usePlayerTime.ts';
import { WaveformStrip } from './WaveformStrip.tsx';

const says = (kept: Kept): string =>
  ({
    kept: t`Draft kept`,
    changed: t`Keeping the draft…`,
    failed: t`The draft could not be kept. It is tried again with the next change.`,
  })[kept];

/** The lines of one track beside the player. */
export function CueEditor({
  videoId,
  track,
  stage,
  onPublished,
}: {
  videoId: number;
  track: TrackCues;
  stage: RefObject<HTMLElement | null>;
  onPublished: () => void;
}) {
  const player = usePlayerTime(stage);
  const editor = useEditor(videoId, track, { first: track.cues, timeNow: player.timeNow });
  const { cues, at } = editor;
  const [isHelping, setHelping] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const select = (place: number): void => {
    const cue = cues[place];
    if (!cue) return;
    editor.select(place);
    player.seek(cue.start);
  };
  useEditorKeys(editor, {
    toggle: () => player.video && togglePlay(player.video),
    skip: (seconds) => player.seek(player.timeNow() + seconds),
    select: (by) => select(Math.min(cues.length - 1, Math.max(0, at + by))),
  });
  const publish = async (): Promise<void> => {
    setBusy(true);
    try {
      await editor.flush();
      const { state } = await publishDraft(videoId, track);
      toast(state === 'WAITING' ? t`An administrator will look at it.` : t`Published`, { kind: 'ok' });
      onPublished();
    } catch (error) {
      toast(t`That did not work`, { kind: 'bad', text: (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  const hints = hintsOf(cues);
  const said = placeAt(cues, player.time);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <WaveformStrip videoId={videoId} time={player.time} cues={cues} at={at} onTime={player.seek} />
      <div role="toolbar" aria-label={t`Edit`} className="flex flex-wrap items-center gap-1">
        <IconButton
          label={player.isPlaying ? t`Pause` : t`Play`}
          onClick={() => player.video && togglePlay(player.video)}
        >
          {player.isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </IconButton>
        <IconButton label={t`Undo`} disabled={!editor.canUndo} onClick={editor.undo}>
          <Undo2 aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Redo`} disabled={!editor.canRedo} onClick={editor.redo}>
          <Redo2 aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Keyboard shortcuts`} onClick={() => setHelping(true)}>
          <Keyboard aria-hidden="true" />
        </IconButton>
        <p role="status" className="ms-2 me-auto text-sm text-ink-soft">
          {(editor.canUndo || editor.kept !== 'kept') && says(editor.kept)}
        </p>
        {FORMATS.map((format) => {
          const name = format.toUpperCase();
          return (
            <Button
              key={format}
              size="sm"
              aria-label={t`Download as ${name}`}
              onClick={() => download(format, writeCues(cues, format), `${videoId}-${track.language}`)}
            >
              {name}
            </Button>
          );
        })}
        <Button
          size="sm"
          variant="primary"
          disabled={isBusy || cues.length === 0}
          onClick={() => void publish()}
        >
          <Trans>Publish</Trans>
        </Button>
      </div>
      {cues.length === 0 && (
        <Button onClick={() => editor.run(insert)}>
          <Plus aria-hidden="true" />
          <Trans>Write the first line</Trans>
        </Button>
      )}
      <ol className="flex flex-col gap-1">
        {cues.map((cue, place) => (
          <CueRow
            key={cue.key}
            cue={cue}
            at={place}
            isActive={place === at}
            isSaid={place === said}
            hints={hints.filter((hint) => hint.cue === place)}
            onSelect={select}
            onEdit={editor.run}
          />
        ))}
      </ol>
      {isHelping && <KeyList keys={editorKeys()} onClose={() => setHelping(false)} />}
    </div>
  );
}

const TYPES: Record<CaptionFormat, string> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  txt: 'text/plain',
};

/** What is on the screen, kept or not. */
function download(format: CaptionFormat, text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: TYPES[format] }));
  Object.assign(document.createElement('a'), { href: url, download: `${name}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
