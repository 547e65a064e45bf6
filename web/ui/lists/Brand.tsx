/** Three slanted strokes, the middle one orange. */
export function BrandLogo({ className = 'h-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 34 32" aria-hidden="true" className={`w-auto ${className}`}>
      <g fill="none" strokeLinecap="round" strokeWidth="6">
        <path d="M4 28 10 4" stroke="currentColor" />
        <path d="M14 28 20 4" className="stroke-accent" />
        <path d="M24 28 30 4" stroke="currentColor" />
      </g>
    </svg>
  );
}
