import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { Dialog } from '../dialogs/Dialog.tsx';
import { useStore } from '../store.ts';
import { captionChoice, chooseCaptions, type CaptionChoice } from './captions.ts';

interface Track {
  language: string;
  label: string;
}

const OFF = '';

/** Which captions, and how they look; remembered for every video. */
export function CaptionSettings({
  tracks,
  isOn,
  onClose,
}: {
  tracks: Track[];
  isOn: boolean;
  onClose: () => void;
}) {
  const { language, size, ground, place } = useStore(captionChoice);
  const languages = tracks.filter(
    (track, at) => tracks.findIndex((each) => each.language === track.language) === at,
  );
  const shown = tracks.find((track) => track.language === language) ?? tracks[0];
  return (
    <Dialog title={t`Captions`} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Choice
          legend={t`Language`}
          options={[
            [OFF, t`Off`],
            ...languages.map((track): [string, string] => [track.language, track.label]),
          ]}
          value={isOn ? (shown?.language ?? OFF) : OFF}
          onChoose={(value) => chooseCaptions(value === OFF ? { on: false } : { on: true, language: value })}
        />
        <Choice
          legend={t`Size`}
          options={Object.entries(sizes()) as [CaptionChoice['size'], string][]}
          value={size}
          onChoose={(value) => chooseCaptions({ size: value })}
        />
        <Choice
          legend={t`Background`}
          options={Object.entries(grounds()) as [CaptionChoice['ground'], string][]}
          value={ground}
          onChoose={(value) => chooseCaptions({ ground: value })}
        />
        <Choice
          legend={t`Position`}
          options={Object.entries(positionLabels()) as [CaptionChoice['place'], string][]}
          value={place}
          onChoose={(value) => chooseCaptions({ place: value })}
        />
      </div>
    </Dialog>
  );
}

const sizes = () => ({ small: t`Small`, medium: t`Medium`, large: t`Large` });
const grounds = () => ({ dark: t`Dark`, light: t`Light`, none: t`None` });
const positionLabels = () => ({
  bottom: t({ message: 'Bottom', context: 'of the picture' }),
  top: t({ message: 'Top', context: 'of the picture' }),
});

function Choice<Value extends string>({
  legend,
  options,
  value,
  onChoose,
}: {
  legend: string;
  options: [Value, string][];
  value: Value;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold text-ink-soft">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([each, label]) => (
          <label
            key={each}
            className="relative grid h-10 min-w-14 place-items-center rounded-pill bg-raised px-4 text-sm font-semibold hover:bg-line has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={each === value}
              onChange={() => onChoose(each)}
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
