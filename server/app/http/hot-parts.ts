/** So much of files is kept at most, each part for so long after its last use. */
const MAX_BYTES = 32 << 20;
const KEPT_MS = 10_000;
/** Addresses that were asked for once are remembered for a while, to know the second time. */
const MAX_SEEN = 2_000;

interface Part<T> {
  value: T;
  bytes: number;
  usedAt: number;
}

/**
 * Parts of files that are asked for again and again: the first of a popular clip, the segments that many watch at once.
 * Out of memory they cost half of what reading them costs. Nothing is kept that was asked for once.
 */
export class HotParts<T> {
  private readonly parts = new Map<string, Part<T>>();
  private readonly seen = new Set<string>();
  private bytes = 0;
  private timer: NodeJS.Timeout | null = null;

  get(key: string): T | undefined {
    const part = this.parts.get(key);
    if (part) part.usedAt = performance.now();
    return part?.value;
  }

  /** Keeps what `make` gives from the second time on. */
  offer(key: string, bytes: number, make: () => T): void {
    if (!this.seen.has(key)) {
      this.seen.add(key);
      if (this.seen.size > MAX_SEEN) this.seen.delete(this.seen.values().next().value ?? '');
      return;
    }
    this.delete(key);
    this.parts.set(key, { value: make(), bytes, usedAt: performance.now() });
    this.bytes += bytes;
    while (this.bytes > MAX_BYTES) this.delete(this.leastUsed());
    this.timer ??= setInterval(() => this.sweep(), KEPT_MS).unref();
  }

  delete(key: string): void {
    this.bytes -= this.parts.get(key)?.bytes ?? 0;
    this.parts.delete(key);
  }

  private leastUsed(): string {
    const [first = ''] = [...this.parts].toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0] ?? [];
    return first;
  }

  private sweep(): void {
    const before = performance.now() - KEPT_MS;
    for (const [key, { usedAt }] of this.parts) if (usedAt < before) this.delete(key);
    this.seen.clear();
    if (this.parts.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
