import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { Keyboard, Pause, Play, Plus, Redo2, Undo2 } from 'lucide-react';
import { classes } from '#web/ui/classes.ts';
import { Button } from '#web/ui/controls/Button.tsx';
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
        <Tool
          label={isPlaying ? t`Pause` : t`Play`}
          icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          onClick={() => video && togglePlay(video)}
        />
        <Tool label={t`New line`} icon={<Plus aria-hidden="true" />} onClick={() => editor.run(insert)} />
        <Tool
          label={t`Undo`}
          icon={<Undo2 aria-hidden="true" className="rtl:-scale-x-100" />}
          aria-disabled={!canUndo}
          onClick={editor.undo}
        />
        <Tool
          label={t`Redo`}
          icon={<Redo2 aria-hidden="true" className="rtl:-scale-x-100" />}
          aria-disabled={!canRedo}
          onClick={editor.redo}
        />
        <Tool
          label={t`Keyboard shortcuts`}
          icon={<Keyboard aria-hidden="true" />}
          onClick={onHelp}
          className="pointer-coarse:hidden"
        />
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

/** A tool with its name under its icon. */
function Tool({
  label,
  icon,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(
        'flex min-h-12 min-w-13 flex-col items-center justify-center gap-0.5 rounded-control px-1.5 text-xs font-semibold hover:bg-raised aria-disabled:opacity-55 [&_svg]:size-5',
        className,
      )}
    >
      {icon}
      {label}
    </button>
  );
}
