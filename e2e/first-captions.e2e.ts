import { expect, test } from './fixture.ts';
import { INPUTS } from './inputs.ts';
import { within } from './slow.ts';
import { smallVideo } from './videos.ts';

for (const { name, use, press, isByKeys } of INPUTS)
  test.describe(`with ${name}${isByKeys ? '' : ' @soak'}`, () => {
    test.use(use);

    test('an upload leads to its captions editor, and so does the studio', async ({ page, signIn }) => {
      await signIn('CONTENT_CREATOR');
      await page.goto('/studio');
      await press(page, page.getByRole('button', { name: 'Upload', exact: true }));
      const dialog = page.getByRole('dialog', { name: 'Upload or record a video' });
      const file = dialog.getByLabel('Video file');
      const chooser = page.waitForEvent('filechooser');
      // pointers press the box around it
      await press(page, isByKeys ? file : dialog.getByText('Choose a video, or drop it here'));
      await (await chooser).setFiles(await smallVideo());
      await dialog.getByLabel('Title').fill('Without words');
      await press(page, dialog.getByRole('button', { name: 'Submit for review' }));
      // the message is gone after some seconds, too few to get there by Tab on a busy machine
      if (isByKeys) {
        await expect(page).toHaveURL('/', { timeout: within(45_000) });
        await page.goto('/studio');
        await press(page, page.getByRole('link', { name: 'Without words', exact: true }));
      } else await press(page, page.getByRole('button', { name: 'Add captions' }));
      await expect(page).toHaveURL(/\/studio\/\d+/);
      const add = page.getByRole('link', { name: 'Add captions' });
      await expect(add).toBeVisible({ timeout: within(45_000) });
      await press(page, add);
      const heading = page.getByRole('heading', { name: 'Captions of Without words' });
      await expect(heading).toBeVisible();
      await press(page, page.getByRole('button', { name: 'Write the first line' }));
      await expect(page.getByLabel('Line 1')).toBeFocused();

      await page.goto('/studio');
      await press(page, page.getByRole('button', { name: 'Actions for Without words' }));
      await press(page, page.getByRole('menuitem', { name: 'Captions' }));
      await expect(heading).toBeVisible();
    });
  });
