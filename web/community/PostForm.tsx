import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
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
      <p aria-hidden="true" className="invisible hidden pb-43 text-sm in-data-member:block sm:ms-14">
        {hint()}
      </p>
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

function Box() {
  const { me } = useMe();
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
  const { problem } = form;
  const isFieldError = problem instanceof ApiError && problem.isReported;
  const error = problem && (isFieldError ? problem.message : t`Failed to post. ${errorMessage(problem)}`);
  return (
    <Card as="div">
      <div className="flex gap-3">
        <Avatar src={backend(me?.profileImageUrl)} className="mt-7 max-sm:hidden" />
        <Form
          form={form}
          button={t({ message: 'Post', context: 'to send' })}
          className="min-w-0 flex-1 gap-3"
          problem={false}
          beside={
            <div className="grow">
              <AddPictures chosen={chosen} />
            </div>
          }
        >
          <MentionArea
            source={EVERYWHERE}
            label={t`Write a post`}
            {...form.field('content')}
            maxLength={MAX_POST}
            error={form.errors['content'] ?? error}
            hint={hint()}
          />
          <PictureComposer chosen={chosen} error={form.errors['pictures']} />
        </Form>
      </div>
    </Card>
  );
}
