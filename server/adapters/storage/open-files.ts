import { open, type FileHandle } from 'node:fs/promises';
import type { StoredFacts } from './storage.ts';

export interface OpenFile {
  handle: FileHandle;
  facts: StoredFacts;
}

/** So many files stay open at most, each for so long after its last use. */
const MAX_OPEN = 64;
const CACHE_MS = 10_000;
/** In constant use it is opened again now and then: another process may have put another file in its place. */
const OLD_MS = 30_000;

/**
 * Recently read files, still open: a player requests the same one again and again, and looking it up, opening and
 * closing it costs more than reading a megabyte.
 */
export class OpenFiles {
  private readonly files = new Map<string, Entry>();

  /** Runs `work` with the open file; it stays open at least until `work` is done. */
  async use<T>(path: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
    const known = this.files.get(path);
    if (known && performance.now() - known.opened > OLD_MS) this.drop(path, known);
    const entry: Entry = this.files.get(path) ?? {
      file: openFile(path),
      opened: performance.now(),
      users: 0,
      isRemoved: false,
      timer: null,
    };
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    entry.users += 1;
    // the latest used comes last
    this.files.delete(path);
    this.files.set(path, entry);
    try {
      return await work(await entry.file);
    } catch (error) {
      this.drop(path, entry);
      throw error;
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.rest(path, entry);
    }
  }

  /** Forgets a file that was written or removed. */
  forget(path: string): void {
    for (const [known, entry] of this.files)
      if (known === path || known.startsWith(`${path}/`)) this.drop(known, entry);
  }

  close(): void {
    for (const [path, entry] of this.files) this.drop(path, entry);
  }

  private rest(path: string, entry: Entry): void {
    if (entry.isRemoved) return void closeFile(entry.file);
    entry.timer = setTimeout(() => this.drop(path, entry), CACHE_MS).unref();
    const [oldest] = this.files;
    if (this.files.size > MAX_OPEN && oldest) this.drop(...oldest);
  }

  private drop(path: string, entry: Entry): void {
    if (this.files.get(path) === entry) this.files.delete(path);
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    if (entry.isRemoved) return;
    entry.isRemoved = true;
    if (entry.users === 0) closeFile(entry.file);
  }
}

interface Entry {
  file: Promise<OpenFile>;
  opened: number;
  users: number;
  isRemoved: boolean;
  timer: NodeJS.Timeout | null;
}

async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path);
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw Object.assign(new Error('not a file'), { code: 'ENOENT' });
    const etag = `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`;
    return { handle, facts: { size: facts.size, etag, modifiedAt: facts.mtime } };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function closeFile(file: Promise<OpenFile>): void {
  void file.then(({ handle }) => handle.close()).catch(() => {});
}
