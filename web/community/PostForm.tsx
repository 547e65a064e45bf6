import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { MAX_POST } from '#contract/community/community.ts';
import { ApiError, errorMessage } from '#web/app/client/call.ts';
import { MentionArea } from '#web/app/forms/MentionArea.tsx';
import { useDraft } from '#web/app/forms/draft.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useForm } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { useMe } from '#web/app/session/me.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { AddPictures, PictureComposer, useChosenPictures, type ChosenPicture } from './PictureComposer.tsx';
import { useCreatePost } from './community.queries.ts';

const hint = () => t`Paste a video link to embed it. Add a time like 1:23 to start there.`;

export function PostForm() {
  const { signedIn } = useMe();
  if (signedIn) return <Box />;
  return (
    <Card as="div">
      {/* as high as the form members get in its place, so that nothing shifts */}
      <div aria-hidden="true" className="hidden h-11 in-data-member:block" />
      <p className="in-data-member:hidden">
        <Trans>
          Please{' '}
          <Link to={paths.login()} className="font-semibold text-accent-text underline underline-offset-4">
            sign in
          </Link>{' '}
          to post.
        </Trans>
      </p>
    </Card>
  );
}

/** On the board, not in a thread. */
const EVERYWHERE = {};

/** One line until focused; once open it stays so, since what is below must not move from under a finger. */
function Box() {
  const { me } = useMe();
  const [wasFocused, setFocused] = useState(false);
  const draft = useDraft('post');
  const chosen = useChosenPictures();
  const fields: Fields<{ content: string; pictures: ChosenPicture[] }> = {
    values: { content: draft.text, pictures: chosen.pictures },
    // pictures are changed by `chosen`
    set: (_, value) => typeof value === 'string' && draft.set(value),
  };
  const form = useForm(fields, useCreatePost(), {
    ready: ({ content, pictures }) => content.trim() !== '' && pictures.every(({ id }) => id !== null),
    toInput: ({ content, pictures }) => ({
      content,
      ...(pictures.length > 0 && { pictures: pictures.map(({ id, alt }) => ({ id: id ?? 0, alt })) }),
    }),
    // Text typed from here on is the next post.
    onSend: () => {
      draft.send();
      chosen.clear();
    },
    onSent: (post, { content }) => {
      draft.arrived(content);
      if (post.held)
        toast(t`Your post is pending review`, {
          kind: 'info',
          text: t`Until then, only you can see it.`,
        });
      else toast(t`Posted`);
    },
    // shown under the field, where the text is restored
    onFailed: (_, { content, pictures }) => {
      draft.giveBack(content);
      chosen.giveBack(pictures);
    },
  });
  const isOpen = wasFocused || draft.text !== '' || chosen.pictures.length > 0;
  const { problem } = form;
  const isFieldError = problem instanceof ApiError && problem.isReported;
  const error = problem && (isFieldError ? problem.message : t`Failed to post. ${errorMessage(problem)}`);
  return (
    <Card as="div">
      <div className="flex gap-3">
        <Avatar src={backend(me?.profileImageUrl)} className="max-sm:hidden" />
        <Form
          form={form}
          button={null}
          data-open={isOpen || undefined}
          onFocus={() => setFocused(true)}
          className="composer relative min-w-0 flex-1 gap-0"
          problem={false}
        >
          <MentionArea
            source={EVERYWHERE}
            label={t`Write a post`}
            isLabelHidden
            placeholder={t`Share something…`}
            rows={1}
            className="composer-text"
            {...form.field('content')}
            maxLength={MAX_POST}
            error={form.errors['content'] ?? error}
            hint={isOpen && hint()}
          />
          {/* hidden until then, but reachable by keyboard and screen readers */}
          <div className="composer-rest flex flex-col gap-3 pt-3">
            <PictureComposer chosen={chosen} error={form.errors['pictures']} />
            <div className="flex items-center justify-between gap-3">
              <AddPictures chosen={chosen} />
              <Button type="submit" variant="primary" pending={form.pending} disabled={!form.ready}>
                {t({ message: 'Post', context: 'to send' })}
              </Button>
            </div>
          </div>
        </Form>
      </div>
    </Card>
  );
}
