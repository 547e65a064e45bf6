import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TrackCues } from '#contract/captions/captions.ts';
import { hintsOf, type CueHint } from '#contract/captions/hints.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { KeyList } from '#web/ui/dialogs/KeyList.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { togglePlay } from '#web/ui/player/player.actions.ts';
import { publishDraft } from '../captions.queries.ts';
import { CueRow } from './CueRow.tsx';
import { DownloadRow } from './DownloadRow.tsx';
import { insert, placeAt } from './edit.rules.ts';
import { editorKeys, useEditorKeys } from './editor-keys.ts';
import { EditorTools } from './EditorTools.tsx';
import { ShownCues } from './ShownCues.tsx';
import { useEditor } from './useEditor.ts';
import { usePlayerTime } from './usePlayerTime.ts';

const NO_HINTS: CueHint[] = [];

/** The lines of one track beside the player. */
export function CueEditor({
  videoId,
  track,
  stage,
  tools,
  onPublished,
}: {
  videoId: number;
  track: TrackCues;
  /** Around the player. */
  stage: HTMLElement | null;
  /** The container of its tools, which stay in view with the player. */
  tools: HTMLElement | null;
  onPublished: () => void;
}) {
  const player = usePlayerTime(stage);
  const { seek } = player;
  const editor = useEditor(videoId, track, { first: track.cues, timeNow: player.timeNow });
  const { cues, at, isFresh: isRecentlyAuthenticated, run, select } = editor;
  const [isHelping, setHelping] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const open = useCallback(
    (index: number, start: number): void => {
      select(index);
      seek(start);
    },
    [select, seek],
  );
  const publish = async (): Promise<void> => {
    if (isBusy || cues.length === 0) return;
    setBusy(true);
    try {
      await editor.flush();
      const { state } = await publishDraft(videoId, track);
      toast(state === 'WAITING' ? t`Submitted for review` : t`Published`, { kind: 'ok' });
      onPublished();
    } catch (error) {
      toast(t`That didn’t work`, { kind: 'bad', text: (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  useEditorKeys(editor, {
    toggle: () => player.video && togglePlay(player.video),
    skip: (seconds) => seek(player.timeNow() + seconds),
    select: (by) => {
      const index = Math.min(cues.length - 1, Math.max(0, at + by));
      const cue = cues[index];
      if (cue) open(index, cue.start);
    },
    publish: () => void publish(),
  });
  const hints = useMemo(() => Map.groupBy(hintsOf(cues), ({ cue }) => cue), [cues]);
  const current = placeAt(cues, player.time);
  // the clock moves with every picture, the lines don't
  const rows = useMemo(
    () =>
      cues.map((cue, index) => (
        <CueRow
          key={cue.key}
          cue={cue}
          at={index}
          isActive={index === at}
          isLast={index === cues.length - 1}
          isSpoken={index === current}
          takesFocus={!isRecentlyAuthenticated}
          hints={hints.get(index) ?? NO_HINTS}
          onOpen={open}
          onEdit={run}
        />
      )),
    [cues, at, current, isRecentlyAuthenticated, hints, open, run],
  );
  return (
    <div className="caption-lines flex min-w-0 flex-col gap-3">
      {stage &&
        track.kind !== 'chapters' &&
        createPortal(<ShownCues cues={cues} time={player.time} />, stage)}
      {tools &&
        createPortal(
          <EditorTools
            videoId={videoId}
            editor={editor}
            player={player}
            isBusy={isBusy}
            onHelp={() => setHelping(true)}
            onPublish={() => void publish()}
          />,
          tools,
        )}
      {cues.length === 0 && (
        <EmptyState
          className="w-full max-w-none rounded-card border border-dashed border-line bg-surface py-6"
          title={t`No lines yet`}
          text={t`Play the video and write what you hear, or import a file.`}
          action={
            <Button variant="primary" onClick={() => run(insert)}>
              <Plus aria-hidden="true" />
              <Trans>Write the first line</Trans>
            </Button>
          }
        />
      )}
      <ol className="flex flex-col gap-1">{rows}</ol>
      {cues.length > 0 && <DownloadRow cues={cues} file={`${videoId}-${track.language}`} />}
      {isHelping && <KeyList keys={editorKeys()} onClose={() => setHelping(false)} />}
    </div>
  );
}
