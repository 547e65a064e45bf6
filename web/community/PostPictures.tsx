import { t } from '@lingui/core/macro';
import type { PostPicture } from '#contract/community/community.ts';
import { backend } from '#web/app/client/backend.ts';
import { classes } from '#web/ui/classes.ts';

/** Maximum height of a single picture. */
const ALONE_PX = 480;
const SMALL = 640;

/** A post's pictures; each opens in full. Their space is reserved before they load. */
export function PostPictures({ pictures }: { pictures: PostPicture[] }) {
  const alone = pictures.length === 1;
  return (
    <ul
      aria-label={t`Pictures`}
      className={classes('mt-3', !alone && 'grid grid-cols-2 gap-1 overflow-hidden rounded-card')}
    >
      {pictures.map((picture, at) => {
        const isWide = pictures.length === 3 && at === 0;
        const scale = alone ? Math.min(1, ALONE_PX / picture.height) : 1;
        return (
          <li key={picture.url} className={isWide ? 'col-span-2' : undefined}>
            <a
              href={backend(picture.url)}
              target="_blank"
              rel="noopener"
              className={classes('block bg-raised', alone && 'w-fit max-w-full overflow-hidden rounded-card')}
            >
              <img
                {...sourcesOf(picture, alone || isWide)}
                alt={picture.alt ?? t`Picture ${at + 1}`}
                width={Math.round(picture.width * scale)}
                height={Math.round(picture.height * scale)}
                loading="lazy"
                decoding="async"
                className={
                  alone ? undefined : classes('w-full object-cover', isWide ? 'aspect-video' : 'aspect-[4/3]')
                }
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function sourcesOf({ url, width, height }: PostPicture, isWide: boolean) {
  const src = backend(url);
  const longer = Math.max(width, height);
  if (longer <= SMALL) return { src };
  return {
    src,
    srcSet: `${src.replace(/1280(?=\.webp$)/, String(SMALL))} ${Math.round((width * SMALL) / longer)}w, ${src} ${width}w`,
    sizes: isWide ? '(width >= 64rem) 40rem, 100vw' : '(width >= 64rem) 20rem, 50vw',
  };
}
