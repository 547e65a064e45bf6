export type Precision = 'high' | 'medium' | 'low';

/** Metres of uncertainty as a word. */
export function precisionOf(accuracy: number): Precision {
  if (accuracy <= 10) return 'high';
  return accuracy <= 50 ? 'medium' : 'low';
}
