const KEPT = 50;

/**
 * What was written in this browser, by place (`comments 5`, `posts`): a guest's own words are known as such, and who
 * wrote there may see more than the list that is kept for everybody.
 */
export function listOwn(place: string): number[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(`own:${place}`) ?? '[]');
    return Array.isArray(read) ? read.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

/** After signing out the browser begins as a new visitor, who wrote nothing yet. */
export function forgetOwn(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('own:')) localStorage.removeItem(key);
  } catch {
    // Storage can be switched off.
  }
}

export function noteOwn(place: string, id: number): void {
  try {
    localStorage.setItem(`own:${place}`, JSON.stringify([id, ...listOwn(place)].slice(0, KEPT)));
  } catch {
    // Storage can be switched off or full.
  }
}
