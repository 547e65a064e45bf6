/** From one second of a video to another. */
export interface Span {
  start: number;
  end: number;
}

const toMillisecond = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Whether something of it is left by the cut; null: all is. */
export const isShown = ({ start, end }: Span, cut: Span | null): boolean =>
  !cut || (end > cut.start && start < cut.end);

/** What is stored in the original's times, as it is shown in what plays: without what was cut away. */
export function toShown<T extends Span>(stored: T[], cut: Span | null): T[] {
  if (!cut) return stored;
  const move = (seconds: number) =>
    toMillisecond(Math.min(Math.max(seconds, cut.start), cut.end) - cut.start);
  return stored
    .filter((each) => isShown(each, cut))
    .map((each) => ({ ...each, start: move(each.start), end: move(each.end) }));
}

/**
 * What was edited as it is shown, in the original's times, in order. What was cut away stays as it is stored, and what
 * the cut shortened is as long as before, unless it was changed: `isSame` compares all but times.
 */
export function toOriginal<T extends Span>(
  shown: T[],
  stored: T[],
  cut: Span | null,
  isSame: (one: T, other: T) => boolean,
): T[] {
  if (!cut) return shown;
  const remaining = stored.filter((each) => isShown(each, cut));
  const atStart = remaining.filter(({ start }) => start < cut.start);
  const atEnd = remaining.filter(({ end }) => end > cut.end);
  const length = toMillisecond(cut.end - cut.start);
  const moved = shown.map((each) => {
    const first = each.start === 0 ? atStart.find((other) => isSame(each, other)) : undefined;
    const last = each.end === length ? atEnd.find((other) => isSame(each, other)) : undefined;
    return {
      ...each,
      start: first?.start ?? toMillisecond(each.start + cut.start),
      end: last?.end ?? toMillisecond(each.end + cut.start),
    };
  });
  return [...stored.filter((each) => !isShown(each, cut)), ...moved].toSorted((a, b) => a.start - b.start);
}
