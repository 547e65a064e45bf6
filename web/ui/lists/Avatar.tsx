import { useState } from 'react';
import { classes } from '../classes.ts';

const SIZES = { xs: 'size-6', sm: 'size-8', md: 'size-10', lg: 'size-14', xl: 'size-24' } as const;
export const FALLBACK_AVATAR = '/avatar-fallback.svg';
/** Offline, not even that: a plain circle. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/**
 * A person's picture, by its full URL; a missing or broken one falls back to the orange sunglasses.
 * Decorative unless `name` is given.
 */
export function Avatar({
  src,
  name = '',
  size = 'md',
  className,
}: {
  src: string | null | undefined;
  name?: string;
  size?: keyof typeof SIZES;
  className?: string;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  return (
    <img
      src={isLost ? NOTHING : src && src !== broken ? src : FALLBACK_AVATAR}
      alt={name}
      loading="lazy"
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => {
        if (src && src !== broken) setBroken(src);
        else setLost(true);
      }}
      className={classes('shrink-0 rounded-pill bg-raised object-cover', SIZES[size], className)}
    />
  );
}
