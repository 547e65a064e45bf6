import type { Colours, MediaInfo } from './media-info.ts';

/** The file's colour metadata, by ffprobe's names; often missing or partial. */
interface DeclaredColours {
  pix_fmt?: string | undefined;
  height?: number | undefined;
  color_space?: string | undefined;
  color_primaries?: string | undefined;
  color_transfer?: string | undefined;
  color_range?: string | undefined;
}

const ORDINARY: Colours = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', range: 'tv' };
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];
const MATRICES = ['bt709', 'fcc', 'bt470bg', 'smpte170m', 'smpte240m', 'bt2020nc'];
/** Larger than what screens and browsers take for granted. */
const WIDE_PRIMARIES = ['bt2020', 'smpte431', 'smpte432'];
const isRgb = (format = ''): boolean => /^(gbr|rgb|bgr|argb|abgr)/.test(format);

/** Settles once what the file leaves open, as browsers guess it: of SD and HD pictures by their lines. */
export function settleColours(declared: DeclaredColours): Colours {
  const hdr = isHdr(declared);
  const range =
    declared.color_range === 'pc' || isRgb(declared.pix_fmt) || declared.pix_fmt?.startsWith('yuvj')
      ? 'pc'
      : 'tv';
  const wide = WIDE_PRIMARIES.find((name) => name === declared.color_primaries);
  return {
    matrix: isRgb(declared.pix_fmt) ? 'gbr' : settleMatrix(declared, hdr),
    // the small differences between the television standards are rarely intended
    primaries: wide ?? (hdr && declared.color_primaries !== 'bt709' ? 'bt2020' : 'bt709'),
    transfer: hdr ? (declared.color_transfer ?? '') : 'bt709',
    range,
  };
}

function settleMatrix({ color_space, height = 0 }: DeclaredColours, hdr: boolean): string {
  // no encoder writes constant luminance; files that name it mean the other one
  if (color_space === 'bt2020c') return 'bt2020nc';
  if (color_space && MATRICES.includes(color_space)) return color_space;
  if (hdr) return 'bt2020nc';
  return height < 720 ? 'smpte170m' : 'bt709';
}

export const isHdr = ({ color_transfer }: DeclaredColours): boolean =>
  HDR_TRANSFERS.includes(color_transfer ?? '');

const name = ({ matrix, primaries, transfer, range }: Colours): string =>
  `setparams=color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}:range=${range}`;

/** Before pictures are scaled: what they are in, by name, so that each filter behind it reads them alike. */
export const nameColours = ({ colours }: MediaInfo): string => name(colours);

/** Whether they go out as they came: an ffmpeg without libzimg can't map HDR, browsers do it then. */
const staysHdr = ({ hdr }: MediaInfo, toneMaps: boolean): boolean => hdr && !toneMaps;

/** Options of `scale`: the matrix is changed with the size, unless there is more to do to the colours. */
export function scaledColours(info: MediaInfo, toneMaps: boolean): string {
  return info.hdr || changesPrimaries(info, toneMaps) ? '' : ':out_color_matrix=bt709:out_range=tv';
}

const changesPrimaries = ({ colours }: MediaInfo, toneMaps: boolean): boolean =>
  toneMaps && WIDE_PRIMARIES.includes(colours.primaries);

/** Behind `scale`: 8 bit, in the colours of BT.709, and named so. */
export function ordinaryColours(info: MediaInfo, toneMaps: boolean): string {
  if (staysHdr(info, toneMaps)) return `format=yuv420p,${name(info.colours)}`;
  const to709 = 'zscale=p=bt709:t=bt709:m=bt709:r=tv,';
  // Ordinary white (203 nits, ITU-R BT.2408) and all below it stay as they were; only what is brighter is pressed together.
  const mapped =
    'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,' +
    'tonemap=mobius:param=0.5:peak=5:desat=0,zscale=t=bt709:m=bt709:r=tv,';
  const changed = info.hdr ? mapped : changesPrimaries(info, toneMaps) ? to709 : '';
  return `${changed}format=yuv420p,${name(ORDINARY)}`;
}

/**
 * What JPEG readers assume, from what `ordinaryColours` returns. Converts through RGB: from one matrix to another at
 * the same size ffmpeg 7.0 changes nothing.
 */
export const JPEG_COLOURS = 'format=gbrp,scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p';
