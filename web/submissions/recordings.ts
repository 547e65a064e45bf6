import { personNow } from '#web/app/session/personal.ts';

/** A recording in progress, stored chunk by chunk so that a browser crash loses at most one second. */

const NAME = 'lll-recordings';
const MAX_AGE_MS = 7 * 24 * 3_600_000;

export interface StoredRecording {
  id: string;
  /** The owner; no one else is offered it. */
  person: string;
  startedAt: number;
  type: string;
  seconds: number;
}

interface Chunk {
  recording: string;
  blob: Blob;
}

export async function createRecording(type: string): Promise<string> {
  const id = crypto.randomUUID();
  await write('recordings', {
    id,
    person: personNow(),
    startedAt: Date.now(),
    type,
    seconds: 0,
  } satisfies StoredRecording);
  return id;
}

export async function storeChunk(id: string, blob: Blob, seconds: number): Promise<void> {
  await write('chunks', { recording: id, blob } satisfies Chunk);
  const recording = (await everything<StoredRecording>('recordings')).find((each) => each.id === id);
  if (recording) await write('recordings', { ...recording, seconds });
}

/** What an earlier visit left behind, the latest first; too old ones and other people's are thrown away. */
export async function listRecordings(): Promise<StoredRecording[]> {
  const here = personNow();
  if (!here) return [];
  const all = await everything<StoredRecording>('recordings');
  const isOffered = ({ person, startedAt }: StoredRecording): boolean =>
    person === here && Date.now() - startedAt <= MAX_AGE_MS;
  for (const expired of all.filter((recording) => !isOffered(recording))) await forget(expired.id);
  return all
    .filter((recording) => isOffered(recording) && recording.seconds > 0)
    .toSorted((a, b) => b.startedAt - a.startedAt);
}

export async function restore(stored: StoredRecording): Promise<Blob> {
  const chunks = (await everything<Chunk>('chunks')).filter(({ recording }) => recording === stored.id);
  return new Blob(
    chunks.map(({ blob }) => blob),
    { type: stored.type },
  );
}

export async function forget(id: string): Promise<void> {
  const database = await open();
  const change = database.transaction(['recordings', 'chunks'], 'readwrite');
  change.objectStore('recordings').delete(id);
  const cursor = change.objectStore('chunks').index('recording').openCursor(id);
  cursor.onsuccess = () => {
    cursor.result?.delete();
    cursor.result?.continue();
  };
  await finished(change);
  database.close();
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('recordings', { keyPath: 'id' });
      request.result
        .createObjectStore('chunks', { autoIncrement: true })
        .createIndex('recording', 'recording');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The recording cannot be kept here.', { cause: request.error }));
  });
}

async function write(store: string, value: object): Promise<void> {
  const database = await open();
  const change = database.transaction(store, 'readwrite');
  change.objectStore(store).put(value);
  await finished(change);
  database.close();
}

async function everything<T>(store: string): Promise<T[]> {
  const database = await open();
  const request = database.transaction(store).objectStore(store).getAll();
  const all = await new Promise<T[]>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T[]);
    request.onerror = () => reject(new Error('The recordings cannot be read.', { cause: request.error }));
  });
  database.close();
  return all;
}

function finished(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onerror = () => reject(new Error('The recording cannot be kept.', { cause: change.error }));
    change.onabort = () => reject(new Error('The recording cannot be kept.', { cause: change.error }));
  });
}
