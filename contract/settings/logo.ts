/**
 * The logo itself, 128 pixels high; alone in a square, for tabs; and on a ground, for home screens. Its file is called
 * `mark` because emails that were sent name it so.
 */
export const LOGO_FILES = ['mark', 'icon-64', 'icon-180', 'icon-192', 'icon-512'] as const;

/** Address of a picture made of the owner's logo (`Brand.logo`). Both sides of the wire run it. */
export const logoPath = (logo: string, file: (typeof LOGO_FILES)[number]): string =>
  `/media/brand/${logo}/${file}.png`;
