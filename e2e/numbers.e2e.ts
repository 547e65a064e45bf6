import { expect, test } from './fixture.ts';

// form errors before it is valid
test.use({ allowedErrors: [/status of 400/] });

test('prices and numbers are typed, corrected and shown as the reader writes them', async ({
  page,
  signIn,
}) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin-orders?lang=de');
  await page.getByRole('tab', { name: 'Produkte' }).click();
  await page.getByRole('button', { name: 'Produkt hinzufügen' }).click();
  const dialog = page.getByRole('dialog');
  const price = dialog.getByLabel('Preis (USD)');
  const stock = dialog.getByLabel('Bestand');
  await dialog.getByLabel('Name').fill('Runde Brille');
  await price.fill('zwanzig');
  await stock.fill('viele');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByText(/Preis von 0,01 bis/)).toBeVisible();
  await expect(stock).toHaveAttribute('aria-invalid', 'true');
  await price.fill('1.019,99');
  await stock.fill('１２');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('row', { name: /Runde Brille/ })).toContainText('1.019,99');
  await page.getByRole('button', { name: 'Runde Brille bearbeiten' }).click();
  await expect(price).toHaveValue('1019,99');
  await expect(stock).toHaveValue('12');
});
