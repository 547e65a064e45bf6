import type { DocumentName } from '#contract/settings/settings.ts';

/**
 * Templates to start from. [fill in: …] is for the owner; nothing is published automatically. They describe the product
 * and are no legal advice.
 */
export const TEMPLATES: Record<DocumentName, string> = {
  about: `[fill in: one sentence that says what this place is for.]

## Who we are

[fill in: who is behind the site, and where you are.]

## What you find here

Short clips, picked by people. Watch, like, comment and share; sign up to post on the community board, or ask to become a creator and upload your own.

## How to reach us

[fill in: an email address that somebody reads.]
`,
  privacy: `This page says what we know about you, why, and for how long.

## Who is responsible

[fill in: name, address and email of the person or company that runs this site.]

## When you only watch

Our server sees your network address, as every server does, and keeps it in its logs for [fill in: how many days] days. A cookie named "visitor" holds a random number for one year. It tells guests apart, so that likes and views are counted once, and says nothing else about you. We use no other cookies, no advertising and no tracking.

Videos of YouTube are only loaded when you open their page, from youtube-nocookie.com. From then on YouTube's own privacy policy applies.

## When you sign up

We keep your username, your email address, what you tell in your profile, and what you post, comment, like and upload, until you delete it or your account. Your password is stored so that nobody can read it.

## When you buy something

We keep your order with your name, address and email as long as the law demands ([fill in: how many years]). Payments are taken by PayPal; we never see your card.

## Emails

We write to you about your account, your orders and your uploads only. Our emails are sent by [fill in: your mail provider].

## Your rights

You can see, correct, take with you and delete what we hold about you: under Settings, or write to us. You can complain at the data protection authority of [fill in: your country or state].
`,
  terms: `By using this site you agree to what stands here.

## Who we are

[fill in: name and address of the person or company that runs this site.]

## What you upload and write

It stays yours. You allow us to show it on this site, in every size and format that needs, until you delete it. Only share what is yours or what you may share, and nothing that hurts, deceives or threatens others, or that the law forbids. We may hide or remove it and suspend accounts.

## Orders

A sale is made when we confirm your order by email. Prices include [fill in: which taxes]. You can send things back within [fill in: how many] days; [fill in: who pays for the way back].

## What we answer for

We run the site with care, but can't promise that it is always there. [fill in: what you are liable for; ask a lawyer.]

## Law

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
