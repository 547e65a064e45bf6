import { LoaderCircle } from 'lucide-react';

/** Spins during a short operation; `label` is for screen readers. */
export function Spinner({ label, className = 'size-5' }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle aria-hidden="true" className={`animate-spin ${className}`} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
