/**
 * Both themes' colours from the owner's one, run by both sides of the wire (build/contract-table.ts leaves it whole):
 * the page shows at once what the server will write. Lightness, chroma and hue are OKLCH's (bottosson.github.io/posts/oklab),
 * contrast is WCAG 2's.
 */
type Rgb = [red: number, green: number, blue: number];
interface Oklch {
  l: number;
  c: number;
  h: number;
}

export interface AccentTheme {
  accent: string;
  strong: string;
  ink: string;
  text: string;
  soft: string;
}
export interface AccentThemes {
  light: AccentTheme;
  dark: AccentTheme;
  /** The chosen colour was adjusted, as its contrast was too low. */
  mended: boolean;
}

/** Text on its ground (WCAG 2, AA). */
const TEXT_CONTRAST = 4.5;
/** What is no text, such as the edge of a button: still seen on the page. */
const SHAPE_CONTRAST = 1.6;

/** paper, surface and raised of web/ui/theme/tokens.css. */
const GROUNDS = {
  light: [
    { l: 0.984, c: 0.006, h: 85 },
    { l: 0.998, c: 0.002, h: 85 },
    { l: 0.957, c: 0.01, h: 82 },
  ],
  dark: [
    { l: 0.168, c: 0.008, h: 60 },
    { l: 0.206, c: 0.01, h: 60 },
    { l: 0.254, c: 0.012, h: 60 },
  ],
};

/** Colours as of theme.css's `--color-accent…`, in hexadecimal. `colour`: `#rrggbb`. */
export function accentThemes(colour: string): AccentThemes {
  const chosen = toOklch(readHex(colour));
  const light = themeOf(chosen, 'light');
  const dark = themeOf({ ...chosen, l: Math.max(chosen.l, 0.55) }, 'dark');
  return { light, dark, mended: light.accent !== colour.toLowerCase() };
}

function themeOf(chosen: Oklch, theme: 'light' | 'dark'): AccentTheme {
  const grounds = GROUNDS[theme].map((ground) => toHex(ground));
  const away = theme === 'light' ? -1 : 1;
  const soft = toHex({
    l: theme === 'light' ? 0.945 : 0.28,
    c: Math.min(chosen.c, theme === 'light' ? 0.035 : 0.045),
    h: chosen.h,
  });
  const onPage = shiftLightness(chosen, away, (hex) =>
    grounds.every((ground) => contrast(hex, ground) >= SHAPE_CONTRAST),
  );
  const dark = toHex({ l: 0.2, c: Math.min(chosen.c, 0.045), h: chosen.h });
  const white = '#ffffff';
  const takesDark = contrast(toHex(onPage), dark) >= contrast(toHex(onPage), white);
  const ink = takesDark ? dark : white;
  const readable = (hex: string) => contrast(hex, ink) >= TEXT_CONTRAST;
  const accent = shiftLightness(onPage, takesDark ? 1 : -1, readable);
  const stronger = { ...accent, l: accent.l + (theme === 'light' ? -0.047 : 0.045) };
  const text = shiftLightness(
    {
      ...chosen,
      l: theme === 'light' ? Math.min(chosen.l, 0.56) : Math.max(chosen.l, 0.72),
      c: Math.min(chosen.c, 0.17),
    },
    away,
    (hex) => [...grounds, soft].every((ground) => contrast(hex, ground) >= TEXT_CONTRAST),
  );
  return {
    accent: toHex(accent),
    strong: toHex(shiftLightness(stronger, takesDark ? 1 : -1, readable)),
    ink,
    text: toHex(text),
    soft,
  };
}

/** The colour, lighter (1) or darker (-1) in small steps until it holds. */
function shiftLightness(from: Oklch, direction: number, holds: (hex: string) => boolean): Oklch {
  let colour = from;
  while (!holds(toHex(colour)) && (direction < 0 ? colour.l > 0.02 : colour.l < 0.99))
    colour = { ...colour, l: colour.l + direction * 0.01 };
  return colour;
}

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(readHex(one)), luminance(readHex(other))].toSorted(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(toLinear) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const readHex = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;
const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = rgb.map(toLinear) as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  };
}

/** Less chroma where the screen has no such colour. */
function toHex(colour: Oklch): string {
  for (let { c } = colour; ; c -= 0.004) {
    const linear = toLinearRgb({ ...colour, c: Math.max(c, 0) });
    if (c > 0 && linear.some((value) => value < -0.0005 || value > 1.0005)) continue;
    return `#${linear
      .map((value) =>
        Math.round(fromLinear(Math.min(1, Math.max(0, value))) * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  }
}

function toLinearRgb({ l, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
