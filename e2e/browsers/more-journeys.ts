import { resolve } from 'node:path';
import type { Person } from '../fixture.ts';
import { expect } from '../fixture.ts';
import { expectWhole } from './journeys.ts';
import type { Tab } from './tab.ts';

export async function signIn(tab: Tab, { token }: Person): Promise<void> {
  await tab.goto('/shop');
  await tab.find('button', 'Add to Cart');
  await tab.run(`localStorage.setItem('vh_token', ${JSON.stringify(token)})`);
}

/** A new account by the form; out and in again. */
export async function signUpAndIn(tab: Tab, username: string): Promise<void> {
  const password = 'correct horse battery';
  await tab.goto('/signup');
  await tab.fill('Username', username);
  await tab.fill('Email', `${username}@example.org`);
  await tab.fill('Password', password);
  await tab.click('button', 'Sign Up');
  await tab.click('button', 'Account menu');
  await tab.click('[role=menuitem]', 'Sign out');
  await tab.goto('/login');
  await tab.fill('Username', username);
  await tab.fill('Password', 'not this one');
  await tab.click('button', 'Login');
  await tab.find('text', 'Login failed');
  await tab.fill('Password', password);
  await tab.click('button', 'Login');
  await tab.find('button', 'Account menu');
}

/** On a video's page. */
export async function likeAndComment(tab: Tab, path: string): Promise<void> {
  await tab.goto(path);
  await tab.click('button', 'Like');
  await tab.expectTrue(`document.querySelector('[aria-label=Like]').ariaPressed === 'true'`);
  await tab.fill('Write a comment', 'What a morning!');
  await tab.click('button', 'Post comment');
  await tab.find('text', 'What a morning!', true);
  await tab.expectTrue(`document.querySelector('textarea').value === ''`);
}

export async function browseVideos(tab: Tab): Promise<void> {
  await tab.goto('/videos');
  await tab.click('button', 'Beauty');
  await tab.expectTrue(`document.querySelectorAll('main article').length === 60`);
  await tab.click('button', 'Load more');
  await tab.expectTrue(`document.querySelectorAll('main article').length === 61`);
  await tab.click('link', 'Beauty 3');
  await tab.arrives('Beauty 3');
  await tab.driver.back();
  await tab.expectTrue(`document.querySelectorAll('main article').length === 61`);
  await tab.goto('/videos?q=Beauty+7');
  await tab.find('link', 'Beauty 7');
}

/** A file by the dialog, to the note that it was received. */
export async function uploadFile(tab: Tab, creator: Person): Promise<void> {
  await signIn(tab, creator);
  await tab.goto('/');
  await tab.click('button', 'Upload or record a video');
  await tab.find('dialog', 'Upload or record a video');
  await expectWhole(tab);
  await tab.chooseFile('', resolve('e2e/media/balloons.mp4'));
  await tab.fill('Title', 'From another browser');
  await tab.click('button', 'Submit for review');
  await tab.find('text', 'Video Uploaded', true);
}

/** What an admin has: the review with its player, the charts and the map. */
export async function reviewAndOversee(tab: Tab, admin: Person): Promise<void> {
  await signIn(tab, admin);
  await tab.goto('/admin');
  await tab.find('heading', 'Overview');
  await tab.expectTrue(`document.querySelectorAll('figure canvas').length === 2`);
  expect(await tab.run<number>(SHOWN_CAPTIONS), 'captions of the tables for screen readers').toBe(0);
  await tab.goto('/admin?tab=submissions');
  await tab.find('text', 'From another browser', true);
  await tab.goto('/nearby');
  await tab.find('heading', 'User Videos & Locations');
  await tab.goto('/admin-orders');
  await tab.find('heading', 'Order Management');
}

/** Captions that a person would see: something of them can be pointed at. */
const SHOWN_CAPTIONS = `[...document.querySelectorAll('figure caption')].filter((caption) => {
  caption.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = caption.getBoundingClientRect();
  return [0.1, 0.5, 0.9].some((share) =>
    document.elementFromPoint(left + width * share, top + height / 2) === caption);
}).length`;

/** Adds a passkey, signs in with it by its button, and removes it. */
export async function usePasskeys(tab: Tab): Promise<void> {
  await tab.driver.addAuthenticator?.();
  await tab.goto('/signup');
  await tab.fill('Username', 'pia');
  await tab.fill('Email', 'pia@example.org');
  await tab.fill('Password', 'correct horse battery');
  await tab.click('button', 'Sign Up');
  await tab.find('button', 'Account menu');
  await tab.goto('/settings/security');
  await tab.click('button', 'Add a passkey');
  await tab.fill('Passkey name', 'My key');
  await tab.click('button', 'Continue');
  await tab.find('button', 'Rename My key');

  await tab.run(`localStorage.removeItem('vh_token')`);
  await tab.goto('/login');
  await tab.click('button', 'Use a passkey');
  await tab.find('button', 'Account menu');
  await tab.goto('/settings/security');
  await tab.click('button', 'Remove My key');
  await tab.click('button', 'Remove');
  await tab.find('text', 'None yet.', true);
}
