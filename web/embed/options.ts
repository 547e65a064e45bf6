/** What the address of an embedded player asks for. */
export interface EmbedOptions {
  /** Seconds. */
  start: number;
  /** Seconds; null: the video's own. */
  end: number | null;
  loop: boolean;
  muted: boolean;
  autoplay: boolean;
  /** A language, `''` for the first there is; null: none shown. */
  captions: string | null;
  controls: boolean;
}

const OFF = new Set(['0', 'false', 'off', 'no']);

/** What can't be read is as if it were not there. */
export function readOptions(search: string): EmbedOptions {
  const query = new URLSearchParams(search);
  const isOn = (name: string, otherwise: boolean): boolean => {
    const value = query.get(name);
    return value === null ? otherwise : !OFF.has(value.toLowerCase());
  };
  const start = readSeconds(query.get('start'));
  const end = readSeconds(query.get('end'));
  const language = query.get('captions') ?? '';
  return {
    start,
    end: end > start ? end : null,
    loop: isOn('loop', false),
    muted: isOn('muted', false),
    autoplay: isOn('autoplay', false),
    captions: isOn('captions', false) ? (/^[a-z]{2,3}(-[a-z0-9]+)*$/i.exec(language)?.[0] ?? '') : null,
    controls: isOn('controls', true),
  };
}

/** What is no number is 0. */
function readSeconds(text: string | null): number {
  const seconds = Number.parseFloat(text ?? '');
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}
