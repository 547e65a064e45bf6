import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Keyboard, Pause, Play, Plus, Redo2, Undo2 } from 'lucide-react';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { togglePlay } from '#web/ui/player/player.actions.ts';
import { insert } from './edit.rules.ts';
import type { DraftState } from './useDraft.ts';
import type { Editor } from './useEditor.ts';
import type { PlayerTime } from './usePlayerTime.ts';
import { WaveformStrip } from './WaveformStrip.tsx';

const draftStatus = (draft: DraftState): string =>
  ({
    saved: t`Draft saved`,
    changed: t`Saving draft…`,
    failed: t`Couldn’t save the draft. We’ll try again with your next change.`,
  })[draft];

/** The tools that don't depend on the selected line. */
export function EditorTools({
  videoId,
  editor,
  player: { video, time, isPlaying, seek },
  isBusy,
  onHelp,
  onPublish,
}: {
  videoId: number;
  editor: Editor;
  player: PlayerTime;
  isBusy: boolean;
  onHelp: () => void;
  onPublish: () => void;
}) {
  const { cues, at, draft, canUndo, canRedo } = editor;
  return (
    <>
      <WaveformStrip videoId={videoId} time={time} cues={cues} at={at} onTime={seek} />
      <div role="toolbar" aria-label={t`Edit`} className="flex flex-wrap items-center gap-1">
        <IconButton label={isPlaying ? t`Pause` : t`Play`} onClick={() => video && togglePlay(video)}>
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </IconButton>
        <IconButton label={t`New line`} onClick={() => editor.run(insert)}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Undo`} aria-disabled={!canUndo} onClick={editor.undo}>
          <Undo2 aria-hidden="true" className="rtl:-scale-x-100" />
        </IconButton>
        <IconButton label={t`Redo`} aria-disabled={!canRedo} onClick={editor.redo}>
          <Redo2 aria-hidden="true" className="rtl:-scale-x-100" />
        </IconButton>
        <IconButton label={t`Keyboard shortcuts`} onClick={onHelp} className="pointer-coarse:hidden">
          <Keyboard aria-hidden="true" />
        </IconButton>
        <p role="status" className="ms-1 min-w-0 flex-1 text-sm text-ink-soft">
          {(canUndo || draft !== 'saved') && draftStatus(draft)}
        </p>
        <Button size="sm" variant="primary" aria-disabled={isBusy || cues.length === 0} onClick={onPublish}>
          <Trans>Publish</Trans>
        </Button>
      </div>
    </>
  );
}
