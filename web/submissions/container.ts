/** How much of a file its container is known by. */
const BEGINNING = 16;

/** Still pictures and sound alone share their container with videos. */
const NO_VIDEO_BRANDS = ['heic', 'heix', 'mif1', 'msf1', 'avif', 'M4A ', 'M4B '];
const QUICKTIME_ATOMS = ['moov', 'mdat', 'free', 'skip', 'wide', 'pnot'];
/** Matroska and WebM, Ogg, Flash, Windows Media, MPEG program and elementary streams. */
const BEGINNINGS = [
  '\x1A\x45\xDF\xA3',
  'OggS',
  'FLV',
  '\x30\x26\xB2\x75',
  '\x00\x00\x01\xBA',
  '\x00\x00\x01\xB3',
];
/** A packet of a transport stream begins with it, on discs behind four bytes of its time. */
const TRANSPORT = '\x47';

/** Whether a file starts like a video, whatever its name and type. It may still be damaged. */
export async function beginsAsVideo(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  const kind = text.slice(4, 8);
  if (kind === 'ftyp') return !NO_VIDEO_BRANDS.includes(text.slice(8, 12));
  if (QUICKTIME_ATOMS.includes(kind)) return true;
  if (text.startsWith('RIFF')) return text.slice(8, 12) === 'AVI ';
  return (
    text.startsWith(TRANSPORT) ||
    kind.startsWith(TRANSPORT) ||
    BEGINNINGS.some((each) => text.startsWith(each))
  );
}
