/** How far something is, from 0 to 100. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 w-full overflow-hidden rounded-pill bg-raised"
    >
      <div
        className="h-full origin-left rounded-pill bg-accent transition-transform duration-200 ease-out"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
