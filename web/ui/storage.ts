/** Browser storage, as text by name. Where it is unavailable or full, values last for the visit. */
export interface Storage {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
  keys: () => string[];
  /** What only the visit remembers. */
  memory: Map<string, string>;
}

/** The very access fails where site data is blocked. */
function open(native: () => globalThis.Storage): Storage {
  const memory = new Map<string, string>();
  const safely = <T>(act: (storage: globalThis.Storage) => T, otherwise: T): T => {
    try {
      return act(native());
    } catch {
      return otherwise;
    }
  };
  const drop = (key: string): void => safely((storage) => storage.removeItem(key), undefined);
  return {
    get: (key) => memory.get(key) ?? safely((storage) => storage.getItem(key), null),
    set: (key, value) => {
      const isSaved = safely((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (isSaved) memory.delete(key);
      else {
        memory.set(key, value);
        // otherwise the former value would return on the next visit
        drop(key);
      }
    },
    remove: (key) => {
      memory.delete(key);
      drop(key);
    },
    keys: () => [...new Set([...memory.keys(), ...safely((storage) => Object.keys(storage), [])])],
    memory,
  };
}

/** Persists until cleared. */
export const localStore = open(() => localStorage);
/** As long as the tab is there. */
export const ofTab = open(() => sessionStorage);

/** A stored JSON value; null if missing or invalid. */
export function readJson(storage: Pick<Storage, 'get'>, key: string): unknown {
  try {
    return JSON.parse(storage.get(key) ?? 'null');
  } catch {
    return null;
  }
}

/** A stored JSON list, filtered to valid items. */
export function readList<T>(
  storage: Pick<Storage, 'get'>,
  key: string,
  isItem: (value: unknown) => value is T,
): T[] {
  const list = readJson(storage, key);
  return Array.isArray(list) ? list.filter(isItem) : [];
}

/** Reports changes by other tabs; the name is null when everything was cleared. */
export function watchOtherTabs(listener: (key: string | null) => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => listener(key);
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

if (typeof window !== 'undefined') {
  watchOtherTabs((key) => (key === null ? localStore.memory.clear() : localStore.memory.delete(key)));
  takeOver();
}

/** A document that is loaded again on purpose starts with what the visit remembered: its entry in the history brings it. */
export function reloadWithMemory(): void {
  const memory = [localStore, ofTab].map((storage) => [...storage.memory]);
  if (memory.flat().length > 0) history.replaceState({ ...(history.state as object | null), memory }, '');
  location.reload();
}

function takeOver(): void {
  const { memory, ...rest } = (history.state ?? {}) as { memory?: [key: string, value: string][][] };
  if (!memory) return;
  for (const [at, storage] of [localStore, ofTab].entries())
    for (const [key, value] of memory[at] ?? []) storage.memory.set(key, value);
  history.replaceState(rest, '');
}
