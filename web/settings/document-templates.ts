import type { DocumentName } from '#contract/settings/settings.ts';

/**
 * Starting points for the owner's pages. [fill in: …] is for the owner; nothing is published automatically. They
 * describe what the product does and aren't legal advice.
 */
export const TEMPLATES: Record<DocumentName, string> = {
  about: `[fill in: one sentence about what this site is for.]

## Who we are

[fill in: who runs the site, and where you are based.]

## What you'll find here

Short videos, reviewed by people. Watch, like, comment and share. Sign up to post on the community board, or apply to become a creator and upload your own.

## Contact

[fill in: an email address you check regularly.]
`,
  privacy: `This page explains what data we collect, why, and how long we store it.

## Who is responsible

[fill in: name, address and email of the person or company that runs this site.]

## When you watch

Like every web server, ours receives your network address. It is stored in our logs for [fill in: how many days] days. A cookie named "visitor" contains a random number and lasts one year. It distinguishes guests from each other, so that likes and views are counted once per person. We use no advertising or tracking cookies.

YouTube videos are loaded from youtube-nocookie.com only when you play them. From then on, YouTube's privacy policy applies.

## When you sign up

We store your username, your email address, what you add to your profile, and what you post, comment, like and upload, until you delete it or your account. Your password is stored as a hash that can't be read.

## When you buy something

We store your order with your name, address and email for as long as the law requires ([fill in: how many years]). PayPal processes payments; we never see your card details.

## Emails

We only email you about your account, your orders and your uploads. Our emails are sent by [fill in: your mail provider].

## Your rights

You can view, correct, export and delete the data we store about you, in Settings or by contacting us. You can also complain to the data protection authority of [fill in: your country or state].
`,
  terms: `By using this site, you agree to these terms.

## Who we are

[fill in: name and address of the person or company that runs this site.]

## What you upload and write

It remains yours. You allow us to show it on this site, in any size and format that requires, until you delete it. Only share content that is yours or that you have permission to share, and nothing that harms, deceives or threatens others or breaks the law. We may hide or remove content and suspend accounts.

## Orders

A sale is complete when we confirm your order by email. Prices include [fill in: which taxes]. You can return items within [fill in: how many] days; [fill in: who pays for return shipping].

## Liability

We run the site with care but can't guarantee that it is always available. [fill in: what you are liable for; ask a lawyer.]

## Governing law

The law of [fill in: country or state] applies.
`,
  imprint: `[fill in: full name of the person or company, with its legal form]

[fill in: street and number]
[fill in: postcode, town, country]

Email: [fill in: address]
Phone: [fill in: number]

[fill in: register and number, VAT number, and who represents the company, where the law asks for them.]
`,
};
