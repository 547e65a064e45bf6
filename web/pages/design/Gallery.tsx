import type { ComponentType, ReactNode } from 'react';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Avatars, Badges, Brand, Colours, Numbers, Type } from './Basics.tsx';
import { Cards, Charts, Maps, Players, Products, RichTexts, Tables } from './Content.tsx';
import { Buttons, Fields, FocalPoint, FormNotes, Likes, Menus, TabRows, Toolbars } from './Controls.tsx';
import { SCHEMES } from './parts.tsx';
import type { PartProps } from './parts.tsx';
import { Dialogs, Lists, Progress, Skeletons, States, ToastButtons } from './Feedback.tsx';

const PARTS: [title: string, Part: ComponentType<PartProps>][] = [
  ['Colours', Colours],
  ['Type', Type],
  ['Brand', Brand],
  ['Badges and pills', Badges],
  ['Avatars', Avatars],
  ['Numbers and times', Numbers],
  ['Buttons', Buttons],
  ['Fields', Fields],
  ['Focal point', FocalPoint],
  ['Toolbars', Toolbars],
  ['Notes of a form', FormNotes],
  ['Likes', Likes],
  ['Tabs', TabRows],
  ['Menus', Menus],
  ['Cards', Cards],
  ['Tables', Tables],
  ['Rich text', RichTexts],
  ['Product pictures', Products],
  ['Charts', Charts],
  ['Progress', Progress],
  ['Skeletons', Skeletons],
  ['Empty and broken', States],
  ['Ends of lists', Lists],
];

/** Shown once, in the page's own theme: they lie over the page, are dark in both, or are large. */
const SINGLE: [title: string, Part: ComponentType][] = [
  ['Dialogs', Dialogs],
  ['Toasts', ToastButtons],
  ['Player', Players],
  ['Maps', Maps],
];

export function Gallery() {
  return (
    <div className="wrap pb-16">
      <PageHeading
        title="Design"
        text="Every part of web/ui in all its states, in both themes. PayPal’s buttons need the provider: see the cart."
      />
      <div className="flex flex-col gap-12">
        {PARTS.map(([title, Part]) => (
          <Section key={title} title={title}>
            <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
              {SCHEMES.map((scheme) => (
                <div
                  key={scheme}
                  className={classes(
                    'min-w-0 rounded-card border border-line bg-paper p-5 text-ink',
                    scheme === 'light' ? 'scheme-light' : 'scheme-dark',
                  )}
                >
                  <Part scheme={scheme} />
                </div>
              ))}
            </div>
          </Section>
        ))}
        {SINGLE.map(([title, Part]) => (
          <Section key={title} title={title}>
            <Part />
          </Section>
        ))}
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-4 text-xl">{title}</h2>
      {children}
    </section>
  );
}
