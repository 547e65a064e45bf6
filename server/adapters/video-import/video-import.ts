import { type Message, inEnglish } from '#contract/text/message.ts';

/** A video as the other platform reports it. */
export interface ExternalVideo {
  platform: 'YOUTUBE' | 'TWITCH';
  /** The platform's own id. */
  id: string;
  title: string;
  description: string | null;
  creator: string | null;
  /** Its page there. */
  url: string;
  thumbnail: string | null;
  /** 0 if the platform doesn't report it. */
  durationSec: number;
  /** Null if the platform doesn't report it. */
  views: number | null;
  likes: number | null;
}

export type ImportFault =
  | 'not-configured'
  | 'quota'
  | 'key'
  | 'forbidden'
  | 'unreachable'
  | 'missing'
  | 'link';

/** Why an import failed; `text` is a message for the admin. */
export class ImportError extends Error {
  override name = 'ImportError';
  readonly fault: ImportFault;
  readonly text: string | Message;

  constructor(fault: ImportFault, text: string | Message) {
    super(typeof text === 'string' ? text : inEnglish(text));
    this.fault = fault;
    this.text = text;
  }
}

/** Short videos of other platforms. Everything rejects with ImportError. */
export interface VideoImport {
  /** Whether searching is set up. */
  configured: boolean;
  /** Up to 50 short, embeddable videos for this query, and the token of the next page. */
  search(
    query: string,
    page: string | null,
    signal?: AbortSignal,
  ): Promise<{ ids: string[]; next: string | null }>;
  /** Metadata of up to 50 videos. `ids`: all that still exist, including those whose metadata can't be read. */
  lookUp(ids: string[], signal?: AbortSignal): Promise<{ videos: ExternalVideo[]; ids: string[] }>;
  /** One video by its URL. `title` is used if the platform doesn't return one. */
  byLink(url: string, title: string | null): Promise<ExternalVideo>;
  /** The bytes of a thumbnail that an answer named; at most 4 MiB. */
  picture(url: string, signal?: AbortSignal): Promise<Buffer>;
}
