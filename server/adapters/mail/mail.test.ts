import { inEnglish } from '#contract/text/message.ts';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CERTIFICATES } from '#server/testing/certificates.ts';
import { connectionFault } from '../connection-faults.ts';
import { openMailFiles } from './files.ts';
import { type MailMessage, MailRejected } from './mail.ts';
import { openMail } from './open.ts';
import { openSmtp } from './smtp.ts';
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts';

let smtpServer: TestSmtp;
let answer: Error | null = null;
let folder = '';
let url = '';
const from = '"LLL" <no-reply@lll.example>';
const message = {
  to: 'ann@example.org',
  subject: 'Grüße 🌞',
  html: '<p>Hello <b>Ann</b></p>',
  text: 'Hello Ann\n',
  headers: { 'X-Site': 'LLL' },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-mail-'));
  smtpServer = await startSmtp({ refuse: () => answer });
  url = smtpServer.url;
});
afterAll(async () => {
  await smtpServer.stop();
  await rm(folder, { recursive: true });
});

test('sends a complete email over SMTP', async () => {
  const mail = openSmtp({ url, from });
  expect(inEnglish(await mail.check())).toContain('127.0.0.1');
  await mail.send(message);
  mail.close();
  const [got] = smtpServer.received.splice(0);
  expect(got).toMatchObject({ from: 'no-reply@lll.example', to: ['ann@example.org'] });
  await expectMessage(got?.raw ?? Buffer.alloc(0));
});

test('sends nothing to an unencrypted server unless the owner allows it or it is this machine', async () => {
  // an address that isn't taken for this machine
  const elsewhere = url.replace('127.0.0.1', '[::ffff:127.0.0.1]').replace('://', '://ann:secret@');
  const careful = openSmtp({ url: elsewhere, from });
  await expect(careful.send(message)).rejects.toMatchObject({ code: 'ETLS' });
  careful.close();
  expect(smtpServer.received).toHaveLength(0);
  const chosen = openSmtp({ url: `${elsewhere.replace('ann:secret@', '')}?encryption=none`, from });
  await chosen.send(message);
  chosen.close();
  expect(smtpServer.received.splice(0)).toHaveLength(1);
});

/** As a host elsewhere in a private network: an address that isn't taken for this machine. */
const elsewhere = (relay: TestSmtp): string => relay.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');

test.for([
  ['selfSigned', /is self-signed/],
  ['expired', /has expired/],
  ['notYetValid', /isn't valid yet/],
  ['unknownAuthority', /an authority this machine doesn't trust/],
] as const)('describes a bad certificate: %s', async ([name, expected]) => {
  const relay = await startSmtp({ certificate: CERTIFICATES[name] });
  onTestFinished(() => relay.stop());
  const mail = openSmtp({ url: elsewhere(relay), from });
  const error = await mail.check().catch((reason: unknown) => reason);
  expect(connectionFault(error)).toMatch(expected);
  await expect(mail.send(message)).rejects.toThrow();
  mail.close();
  expect(relay.received).toHaveLength(0);
});

test('also reports a certificate for another host and a port that does not support TLS', async () => {
  const before = tls.getCACertificates();
  tls.setDefaultCACertificates([...before, CERTIFICATES.otherHost]);
  onTestFinished(() => tls.setDefaultCACertificates(before));
  const relay = await startSmtp({ certificate: CERTIFICATES.otherHost });
  onTestFinished(() => relay.stop());
  for (const [url, expected] of [
    [elsewhere(relay), /for another host/],
    [elsewhere(relay).replace('smtp:', 'smtps:'), /doesn't support TLS on this port/],
  ] as const) {
    const mail = openSmtp({ url, from });
    expect(connectionFault(await mail.check().catch((error: unknown) => error))).toMatch(expected);
    mail.close();
  }
});

test('uses a self-signed relay only if the owner allows it on a private network, or on this machine', async () => {
  const relay = await startSmtp({ certificate: CERTIFICATES.selfSigned });
  onTestFinished(() => relay.stop());
  for (const url of [`${elsewhere(relay)}?certificate=self-signed`, relay.url]) {
    const mail = openSmtp({ url, from });
    await mail.send(message);
    mail.close();
    expect(relay.received.splice(0)).toHaveLength(1);
  }
  const abroad = openSmtp({ url: 'smtp://203.0.113.7:25?certificate=self-signed', from });
  const error = await abroad.send(message).catch((reason: unknown) => reason);
  expect(connectionFault(error)).toMatch(/only on private networks/);
  abroad.close();
});

test('without SMTP, stores each email in its own file', async () => {
  const mails = join(folder, 'two mails');
  const mail = openMailFiles({ folder: mails, from });
  expect(inEnglish(await mail.check())).toContain(folder);
  await Promise.all([mail.send(message), mail.send(message)]);
  const names = await readdir(mails);
  expect(names).toHaveLength(2);
  for (const name of names) {
    expect(name).toMatch(/\.eml$/);
    await expectMessage(await readFile(join(mails, name)));
  }
});

test.for<Partial<MailMessage>>([
  { to: 'a@example.org\r\nBcc: victim@example.org' },
  { to: 'a@example.org, victim@example.org' },
  { to: '"x" <a@example.org>' },
  { to: 'nobody' },
  { subject: 'Hi\nBcc: victim@example.org' },
  { subject: 'Hi\u0000' },
  { headers: { 'X-A\r\nBcc': 'v@example.org' } },
  { headers: { 'X-A': 'b\r\nBcc: v@example.org' } },
])('rejects anything that could add a header or a recipient: %j', async (change) => {
  const [smtp, files] = [openSmtp({ url, from }), openMailFiles({ folder: join(folder, 'rejected'), from })];
  for (const mail of [smtp, files])
    await expect(mail.send({ ...message, ...change })).rejects.toThrow(MailRejected);
  smtp.close();
  expect(smtpServer.received).toHaveLength(0);
  await expect(readdir(join(folder, 'rejected'))).rejects.toThrow('ENOENT');
});

test('distinguishes a permanent rejection from a temporary one', async () => {
  const mail = openSmtp({ url, from });
  answer = Object.assign(new Error('No such person'), { responseCode: 550 });
  await expect(mail.send(message)).rejects.toThrow(MailRejected);
  answer = Object.assign(new Error('Try later'), { responseCode: 450 });
  await expect(mail.send(message)).rejects.not.toThrow(MailRejected);
  answer = null;
  mail.close();
  const unreachable = openSmtp({ url: 'smtp://127.0.0.1:1', from });
  await expect(unreachable.check()).rejects.toThrow('ECONNREFUSED');
  await expect(unreachable.send(message)).rejects.not.toThrow(MailRejected);
  unreachable.close();
});

test('the settings choose the transport, and the site is the sender', async () => {
  const settings = { DATA_DIR: folder, SITE_NAME: 'Sun "n" fun', PUBLIC_URL: 'https://sun.example:8080' };
  const mail = openMail(settings);
  await mail.send(message);
  const [name = ''] = (await readdir(join(folder, 'mail'))).toSorted().slice(-1);
  const parsed = await PostalMime.parse(await readFile(join(folder, 'mail', name)));
  expect(parsed.from).toMatchObject({ address: 'no-reply@sun.example', name: 'Sun n fun' });
  const smtp = openMail({ ...settings, SMTP_URL: url });
  expect(inEnglish(await smtp.check())).toContain('SMTP');
  smtp.close();
});

async function expectMessage(raw: Buffer): Promise<void> {
  const parsed = await PostalMime.parse(raw);
  expect(parsed).toMatchObject({
    subject: 'Grüße 🌞',
    to: [{ address: 'ann@example.org' }],
    from: { address: 'no-reply@lll.example', name: 'LLL' },
  });
  expect(parsed.html).toContain('<b>Ann</b>');
  expect(parsed.text).toContain('Hello Ann');
  expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'x-site', value: 'LLL' }));
  expect(parsed.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
}
