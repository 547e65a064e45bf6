/** The mark itself, 128 pixels high; alone in a square, for tabs; and on a ground, for home screens. */
export const MARK_FILES = ['mark', 'icon-64', 'icon-180', 'icon-192', 'icon-512'] as const;

/** Address of a picture made of the owner's mark (`Brand.mark`). Both sides of the wire run it. */
export const markPath = (mark: string, file: (typeof MARK_FILES)[number]): string =>
  `/media/brand/${mark}/${file}.png`;
