import { BrandLogo } from '#web/ui/lists/Brand.tsx';
import { classes } from '#web/ui/classes.ts';
import { useConfig } from './config.ts';
import { backend } from './client/backend.ts';

/** The owner's logo, else the product's. `className` sets its height. */
export function SiteLogo({ className = 'h-7' }: { className?: string }) {
  const { logo } = useConfig();
  return logo ? (
    <img src={backend(logo)} alt="" className={classes('w-auto max-w-40 object-contain', className)} />
  ) : (
    <BrandLogo className={className} />
  );
}
