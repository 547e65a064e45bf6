import type { Locator } from '@playwright/test';
import { expect, type Page } from './fixture.ts';

/** Presses a control as somebody without a mouse does: Tab leads to it, in menus the arrows. */
async function pressByKeys(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const { isItem, isBox } = await control.evaluate((element) => ({
    isItem: element.role === 'menuitem',
    isBox: element.matches('[type=checkbox]'),
  }));
  for (let presses = 0; presses < 100; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(isItem ? 'ArrowDown' : 'Tab');
  }
  await expect(control).toBeFocused();
  await page.keyboard.press(isBox ? 'Space' : 'Enter');
}

/** How people press what is on a page: by mouse, touch or keyboard. */
export const INPUTS = [
  { name: 'a mouse', use: {}, press: (_page: Page, control: Locator) => control.click(), isByKeys: false },
  {
    name: 'a finger',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    press: (_page: Page, control: Locator) => control.tap(),
    isByKeys: false,
  },
  { name: 'the keyboard alone', use: {}, press: pressByKeys, isByKeys: true },
];
