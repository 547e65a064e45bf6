import { CaptionLines } from '#web/ui/player/CaptionLines.tsx';
import type { EditedCue } from './edit.rules.ts';

/** An edited line is a new object, so each VTTCue is created once. */
const vttCues = new WeakMap<EditedCue, VTTCue>();

function shownAs(cue: EditedCue): VTTCue {
  const shown = vttCues.get(cue) ?? new VTTCue(cue.start, cue.end, cue.text);
  vttCues.set(cue, shown);
  return shown;
}

/** What viewers will read at this moment, over the picture and above its controls. */
export function ShownCues({ cues, time }: { cues: EditedCue[]; time: number }) {
  const shown = cues.filter(({ start, end, text }) => start <= time && time < end && text.trim() !== '');
  return (
    <div className="@container pointer-events-none absolute inset-0">
      <CaptionLines cues={shown.map(shownAs)} className="absolute inset-x-3 bottom-20" />
    </div>
  );
}
