import { Heart, Search, Settings, UserRound } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import type { ButtonSize, ButtonVariant } from '#web/ui/controls/Button.tsx';
import { FocusField } from '#web/ui/controls/FocusField.tsx';
import { Checkbox, Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { FileField } from '#web/ui/controls/FileField.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { LikeToggle } from '#web/ui/controls/LikeToggle.tsx';
import { Menu } from '#web/ui/controls/Menu.tsx';
import { Tabs } from '#web/ui/controls/Tabs.tsx';
import { Toolbar, ToolbarDate, ToolbarSearch, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { Row } from './parts.tsx';
import type { PartProps } from './parts.tsx';

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const SIZES: ButtonSize[] = ['sm', 'md', 'lg'];

export function Buttons() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Row key={variant} title={variant}>
          {SIZES.map((size) => (
            <Button key={size} variant={variant} size={size}>
              Save
            </Button>
          ))}
          <Button variant={variant}>
            <Heart aria-hidden="true" /> With an icon
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} pending>
            Pending
          </Button>
        </Row>
      ))}
      <Row title="Links and icons">
        <ButtonLink to={paths.home()}>A link</ButtonLink>
        <ButtonLink variant="primary" to={paths.home()}>
          A link
        </ButtonLink>
        <IconButton label="Settings">
          <Settings />
        </IconButton>
        <IconButton small label="Settings, small">
          <Settings />
        </IconButton>
        <IconButton label="Settings, disabled" disabled>
          <Settings />
        </IconButton>
      </Row>
    </>
  );
}

export function Fields() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Plain" placeholder="A placeholder" />
      <Field label="Required, with a hint" required hint="At least 8 characters." />
      <Field label="With an error" defaultValue="ann@" error="Please enter a valid email address." />
      <Field label="Disabled" disabled defaultValue="Ann" />
      <Field
        label="With a button"
        type="search"
        trailing={
          <IconButton small label="Search">
            <Search />
          </IconButton>
        }
      />
      <Select label="Select">
        <option>Lifestyle</option>
        <option>Beauty</option>
      </Select>
      <Select label="Select with an error" error="Please choose another.">
        <option>Lifestyle</option>
      </Select>
      <div className="flex flex-col gap-1">
        <Checkbox label="Checkbox" />
        <Checkbox label="Checked, with a hint" defaultChecked hint="It can be changed later." />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="With an error" error="Please agree." />
      </div>
      <TextArea label="Text area" hint="It grows with its text." defaultValue={'Line one\nLine two'} />
      <TextArea label="Text area with an error" error="Please write something." />
      <FileField
        label="A file"
        action="Choose a file"
        file={null}
        accept=".vtt"
        hint="Up to 1 MB."
        onFile={() => {}}
      />
      <FileField
        label="A file with an error"
        action="Choose a file"
        file={null}
        accept=".vtt"
        error="It is too large."
        onFile={() => {}}
      />
    </div>
  );
}

export function FocalPoint() {
  const [focus, setFocus] = useState({ x: 0.3, y: 0.5 });
  return <FocusField src="/favicon.svg" value={focus} onChange={setFocus} />;
}

export function Toolbars({ scheme }: PartProps) {
  return (
    <Toolbar label={`Narrow down, ${scheme}`}>
      <ToolbarSearch label="Search" placeholder="Title" className="min-w-36 flex-1" />
      <ToolbarSelect label="Category">
        <option>All categories</option>
        <option>Beauty</option>
      </ToolbarSelect>
      <ToolbarDate label="From" />
    </Toolbar>
  );
}

export function FormNotes() {
  return (
    <div className="flex flex-col gap-3">
      <FormNotice>Saved</FormNotice>
      <FormError>Failed to save</FormError>
    </div>
  );
}

export function Likes() {
  const [liked, setLiked] = useState(false);
  const like = {
    isPending: false,
    mutate: (_: undefined, then: { onSuccess: (answer: { liked: boolean }) => void }) => {
      setLiked(!liked);
      then.onSuccess({ liked: !liked });
    },
  };
  return (
    <Row>
      <LikeToggle like={like} before={false} className="size-10" />
      <LikeToggle like={like} before className="h-11 gap-2 border border-line bg-surface px-5">
        1.2K
      </LikeToggle>
      <LikeToggle like={like} before={false} quiet className="h-9 min-w-10 gap-1.5 px-2 text-sm">
        3
      </LikeToggle>
      <LikeToggle like={{ ...like, isPending: true }} before={false} className="h-9 gap-1.5 px-2">
        4
      </LikeToggle>
    </Row>
  );
}

const TABS = [
  { id: 'reviews', label: 'Reviews' },
  { id: 'orders', label: 'Orders' },
  { id: 'people', label: 'People' },
] as const;

export function TabRows({ scheme }: PartProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('reviews');
  return (
    <Tabs
      label={`Tabs, ${scheme}`}
      tabs={TABS}
      selected={tab}
      onSelect={setTab}
    >{`What the tab “${tab}” holds.`}</Tabs>
  );
}

export function Menus({ scheme }: PartProps) {
  return (
    // it opens to the left of its button
    <div className="flex justify-end">
      <Menu
        label={`Menu, ${scheme}`}
        button={<UserRound aria-hidden="true" />}
        heading={<p className="font-semibold">Ann</p>}
        items={[
          { label: 'A link', to: paths.home(), icon: <Settings aria-hidden="true" /> },
          { label: 'An action', onSelect: () => undefined },
          { label: 'Apart, and dangerous', onSelect: () => undefined, apart: true, danger: true },
        ]}
      />
    </div>
  );
}
