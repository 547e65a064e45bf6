import { expect, test } from 'vitest';
import { html, renderEmail } from './email-template.ts';

const brand = {
  name: 'Sun & Co',
  tagline: 'Look.',
  url: 'https://sun.example',
  logo: null,
  button: { light: { fill: '#f4791f', ink: '#1f1006' }, dark: { fill: '#ff9130', ink: '#1c0f05' } },
};

test('escapes every value, and does not escape nested html twice', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`<p title="${`"'`}">${inner}${[html`<br>`, 'a&b']}${null}</p>`.source).toBe(
    '<p title="&quot;&#39;"><b>&lt;i&gt;</b><br>a&amp;b</p>',
  );
});

test('an email renders as HTML and as text with the same content', () => {
  const mail = renderEmail(
    () => ({
      subject: 'Hello\r\nBcc: x@y.z',
      heading: 'Hello <script>',
      paragraphs: ['One', 'Two\nlines'],
      rows: [{ label: 'Total', value: '$9.99', strong: true, picture: 'https://sun.example/a&b.webp' }],
      action: { label: 'Resume', url: 'https://sun.example/a?b=1&c=2' },
      notes: ['Ends in 1 hour.'],
    }),
    brand,
    'en',
  );
  expect(mail.subject).toBe('Hello Bcc: x@y.z');
  expect(mail.html).toContain('Hello &lt;script&gt;');
  expect(mail.html).not.toContain('<script>');
  expect(mail.html).toContain('href="https://sun.example/a?b=1&amp;c=2"');
  expect(mail.html).toContain('Two<br>lines');
  expect(mail.html).toContain('Sun &amp; Co');
  expect(mail.html).toContain('src="https://sun.example/a&amp;b.webp"');
  expect(mail.html).toContain('font-weight:700;font-size:16px;padding');
  expect(mail.text).toBe(
    'Hello <script>\n\nOne\n\nTwo\nlines\n\nTotal: $9.99\n\nResume:\nhttps://sun.example/a?b=1&c=2\n\nEnds in 1 hour.\n\n-- \nSun & Co · Look.\nhttps://sun.example\n',
  );
});
