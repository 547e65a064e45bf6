export const STILL = '(prefers-reduced-motion: reduce)';

/** Whether a clip may play that nobody asked for: not where motion is unwelcome, nor under data saver or on a slow line. */
export function isMotionWelcome(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  const isSaving = connection?.saveData || /[23]g$/.test(connection?.effectiveType ?? '');
  return !isSaving && !matchMedia(STILL).matches;
}
