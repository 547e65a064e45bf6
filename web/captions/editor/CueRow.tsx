import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  AlertTriangle,
  ArrowDownToLine,
  Minus,
  Plus,
  Scissors,
  Trash2,
  CornerDownRight,
  CircleHelp,
} from 'lucide-react';
import { memo, useEffect, useEffectEvent, useId, useRef } from 'react';
import { DOUBTFUL, MAX_CUE_TEXT, plainCueText } from '#contract/captions/cues.ts';
import type { CueHint } from '#contract/captions/hints.ts';
import { classes } from '#web/ui/classes.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { formatter } from '#web/ui/intl.ts';
import {
  join,
  nudgeEnd,
  nudgeStart,
  remove,
  setEnd,
  setStart,
  setText,
  split,
  type Edit,
  type EditedCue,
} from './edit.rules.ts';
import { describeHint } from './hint-texts.ts';
import { DoubtfulText } from './DoubtfulText.tsx';

interface RowProps {
  cue: EditedCue;
  at: number;
  isActive: boolean;
  isLast: boolean;
  isSpoken: boolean;
  /** Whether it takes the focus when opened: not on the first render of the page. */
  takesFocus: boolean;
  hints: CueHint[];
  onOpen: (at: number, start: number) => void;
  onEdit: (act: Edit, options?: { joined?: boolean }) => void;
}

/** To a tenth: moving by a tenth has a visible effect. */
const tenths = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;

/** One line of a track; the one that is worked on is open. */
export const CueRow = memo(function CueRow(props: RowProps) {
  const { cue, at, isActive, isSpoken, hints, onOpen } = props;
  const { confidence, doubtful } = cue;
  const [firstHint] = hints;
  const isDoubtful = (confidence !== undefined && confidence < DOUBTFUL) || (doubtful?.length ?? 0) > 0;
  return (
    <li
      aria-current={isSpoken || undefined}
      className={classes(
        'rounded-control border-s-4 border-transparent bg-surface [contain-intrinsic-size:auto_3rem] [content-visibility:auto]',
        isSpoken && 'border-accent!',
        isActive && 'bg-raised!',
      )}
    >
      {isActive ? (
        <OpenRow {...props} isDoubtful={isDoubtful} />
      ) : (
        <button
          type="button"
          onClick={() => onOpen(at, cue.start)}
          className="flex min-h-11 w-full items-start gap-3 px-3 py-2.5 text-start hover:bg-raised"
        >
          <span className="numbers w-14 shrink-0 font-semibold text-accent-text">{tenths(cue.start)}</span>
          <span dir="auto" className="min-w-0 flex-1 break-words whitespace-pre-line">
            <DoubtfulText text={plainCueText(cue.text) || '…'} doubtful={doubtful} />
          </span>
          {isDoubtful && (
            <CircleHelp role="img" aria-label={t`Possibly misheard`} className="size-5 shrink-0 text-warn" />
          )}
          {firstHint && (
            <AlertTriangle
              role="img"
              aria-label={describeHint(firstHint)}
              className="size-5 shrink-0 text-warn"
            />
          )}
        </button>
      )}
    </li>
  );
});

function OpenRow({
  cue,
  at,
  isLast,
  takesFocus,
  hints,
  isDoubtful,
  onEdit,
}: RowProps & { isDoubtful: boolean }) {
  const row = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const about = useId();
  const number = at + 1;
  const arrive = useEffectEvent(() => {
    if (!takesFocus) return;
    // a phone's keyboard opens for a line to write, and stays closed for times to adjust
    const isToMove = cue.text !== '' && matchMedia('(pointer: coarse)').matches;
    (isToMove ? row : field).current?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => arrive(), []);
  return (
    <div
      ref={row}
      role="group"
      aria-label={`${tenths(cue.start)} ${plainCueText(cue.text)}`}
      tabIndex={-1}
      className="caption-row flex flex-col gap-3 p-3 outline-none"
    >
      <textarea
        ref={field}
        aria-label={t`Line ${number}`}
        aria-describedby={about}
        dir="auto"
        rows={2}
        maxLength={MAX_CUE_TEXT}
        value={cue.text}
        onChange={({ target }) => onEdit(setText(target.value), { joined: !/\s$/.test(target.value) })}
        className="w-full rounded-control border border-edge/80 bg-surface px-3.5 py-2 text-base focus:border-accent-text focus:outline-2 focus:outline-accent-text/40"
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Edge
          name={t({ message: 'Start', context: 'of a line' })}
          seconds={cue.start}
          nudge={nudgeStart}
          set={setStart}
          onEdit={onEdit}
        />
        <Edge
          name={t({ message: 'End', context: 'of a line' })}
          seconds={cue.end}
          nudge={nudgeEnd}
          set={setEnd}
          onEdit={onEdit}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onEdit(split)}>
          <Scissors aria-hidden="true" />
          <Trans>Split</Trans>
        </Button>
        <Button size="sm" disabled={isLast} onClick={() => onEdit(join)}>
          <CornerDownRight aria-hidden="true" className="rtl:-scale-x-100" />
          <Trans>Merge with next</Trans>
        </Button>
        <IconButton small label={t`Remove line`} className="ms-auto" onClick={() => onEdit(remove)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div id={about} className="flex flex-col gap-1 empty:hidden">
        {isDoubtful && (
          <p className="text-sm text-warn">
            <Trans>This line may be misheard. Listen to check it.</Trans>
            {cue.doubtful && cue.doubtful.length > 0 && (
              <bdi className="ms-2 font-semibold">
                {formatter(Intl.ListFormat, { type: 'unit' }).format(cue.doubtful)}
              </bdi>
            )}
          </p>
        )}
        {hints.map((hint) => (
          <p key={hint.kind} className="text-sm text-warn">
            {describeHint(hint)}
          </p>
        ))}
      </div>
    </div>
  );
}

function Edge({
  name,
  seconds,
  nudge,
  set,
  onEdit,
}: {
  name: string;
  seconds: number;
  nudge: (by: number) => Edit;
  set: Edit;
  onEdit: (act: Edit) => void;
}) {
  return (
    <div role="group" aria-label={name} className="flex items-center gap-1">
      <span className="w-11 text-sm font-semibold text-ink-soft">{name}</span>
      <Button size="sm" aria-label={t`${name} 0.1 s earlier`} onClick={() => onEdit(nudge(-0.1))}>
        <Minus aria-hidden="true" />
      </Button>
      <output className="numbers w-16 text-center font-semibold">{tenths(seconds)}</output>
      <Button size="sm" aria-label={t`${name} 0.1 s later`} onClick={() => onEdit(nudge(0.1))}>
        <Plus aria-hidden="true" />
      </Button>
      <Button size="sm" aria-label={t`Set ${name} to the current time`} onClick={() => onEdit(set)}>
        <ArrowDownToLine aria-hidden="true" />
        <Trans>Now</Trans>
      </Button>
    </div>
  );
}
