import { t } from '@lingui/core/macro';
import { RotateCw, Volume2, VolumeX } from 'lucide-react';
import type { Edit } from '#contract/submissions/edit.ts';
import { turnedSize, type EditedOriginal } from '#contract/submissions/edit.rules.ts';
import { classes } from '../classes.ts';
import { Button } from '../controls/Button.tsx';
import { cropTo, ratioOf, RATIOS, ratiosFor, turn } from './edit.rules.ts';

interface EditControlsProps {
  edit: Edit;
  original: EditedOriginal;
  /** There is something to reset. */
  isEdited: boolean;
  onChange: (edit: Edit) => void;
  onReset: () => void;
}

/** The shape, rotation and sound of a video. */
export function EditControls({ edit, original, isEdited, onChange, onReset }: EditControlsProps) {
  const turned = turnedSize(original, edit.rotate);
  const chosen = edit.crop && ratioOf(edit.crop, turned);
  const choices = [
    { name: t({ message: 'Original', context: 'crop' }), crop: null, isChosen: !edit.crop },
    ...ratiosFor(original, edit.rotate).map((name) => ({
      name,
      crop: cropTo(RATIOS[name], turned),
      isChosen: name === chosen,
    })),
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div role="group" aria-label={t`Crop`} className="flex flex-wrap gap-1 rounded-control bg-raised p-1">
        {choices.map(({ name, crop, isChosen }) => (
          <button
            key={name}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange({ ...edit, crop })}
            className={classes(
              'numbers touch-target h-9 rounded-sm px-3 text-sm font-semibold',
              isChosen ? 'bg-segment text-ink shadow-card' : 'text-ink-soft hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <Button size="sm" onClick={() => onChange(turn(edit, original))}>
        <RotateCw aria-hidden="true" />
        {t`Rotate 90°`}
      </Button>
      <Button
        size="sm"
        aria-pressed={edit.mute}
        onClick={() => onChange({ ...edit, mute: !edit.mute })}
        className={edit.mute ? 'border-accent-text bg-accent-soft' : undefined}
      >
        {edit.mute ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
        {t`Mute`}
      </Button>
      <Button size="sm" variant="quiet" disabled={!isEdited} onClick={onReset}>
        {t`Reset`}
      </Button>
    </div>
  );
}
