/**
 * A script that behaves like PayPal's `paypal.Buttons`: create, then the buyer approves, cancels, is
 * declined, or an error occurs. Compatible with a strict content policy: no inline style attributes, no
 * markup from strings.
 */
export function sdkScript(texts: WindowTexts = ENGLISH): string {
  const functions = [paint, make, pill, post, isolate, openWindow, pay, makeLabel, Buttons]
    .map(String)
    .join('\n');
  return `(() => {
    // where the script came from, there the rest is
    const page = { texts: ${JSON.stringify(texts)}, baseUrl: document.currentScript.src.replace(/\\/sdk\\/js.*$/, '') };
    const [TYPE, PLAIN, STRONG] = ${JSON.stringify([TYPE, PLAIN, STRONG])};
    ${functions}
    window.paypal = { Buttons: (options) => Buttons(page, options), FUNDING: { PAYPAL: 'paypal', CARD: 'card' }, version: '5.0.0-standin' };
  })();`;
}

/** What a buyer reads. */
export interface WindowTexts {
  /** BCP 47 */
  language: string;
  /** Shown over the buttons and the window; null: it claims to be PayPal. */
  label: string | null;
  hint: string;
  /** `{0}`: the amount. */
  pay: string;
  decline: string;
  fail: string;
  cancel: string;
  card: string;
}

const ENGLISH: WindowTexts = {
  language: 'en',
  label: null,
  hint: 'Choose what happens.',
  pay: 'Pay {0}',
  decline: 'Decline the payment',
  fail: 'Simulate an error',
  cancel: 'Cancel and return',
  card: 'Debit or Credit Card',
};

interface ButtonOptions {
  style?: { layout?: string; color?: string; shape?: string; label?: string };
  fundingSource?: string;
  createOrder?(data: object, actions: object): Promise<string>;
  onApprove?(data: object, actions: object): Promise<void> | void;
  onCancel?(data: object, actions: object): void;
  onError?(error: unknown): void;
  onInit?(data: object, actions: object): void;
  onClick?(data: object, actions: object): unknown;
}

interface Page {
  texts: WindowTexts;
  baseUrl: string;
}

type Style = Partial<CSSStyleDeclaration>;
type Amount = { value: string; currency_code: string };
type Choice = 'approve' | 'decline' | 'cancel' | 'error';

// From here on everything runs in the page: functions may use each other, what a page has, and the constants that sdkScript hands them.

function paint(element: HTMLElement, style: Style): void {
  Object.assign(element.style, style);
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, text: string, style: Style = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  paint(element, style);
  return element;
}

/** In the font and colours of the host page. */
const TYPE = 'var(--font-sans, system-ui), sans-serif';
const PLAIN: [string, string] = ['var(--color-surface, #fff)', 'var(--color-ink, #111)'];
const STRONG: [string, string] = ['var(--color-accent, #0070ba)', 'var(--color-accent-ink, #fff)'];

function pill(text: string, [ground, ink]: [string, string], shape = 'rect'): HTMLButtonElement {
  const button = make('button', text, {
    display: 'block',
    width: '100%',
    minHeight: '45px',
    margin: '0 0 10px',
    border: '1px solid var(--color-line, rgb(0 0 0 / 15%))',
    borderRadius: shape === 'pill' ? '23px' : 'var(--radius-control, 4px)',
    background: ground,
    color: ink,
    font: `600 16px/1.2 ${TYPE}`,
    cursor: 'pointer',
  });
  button.type = 'button';
  return button;
}

async function post({ baseUrl }: Page, path: string, body?: object) {
  const answer = await fetch(
    baseUrl + path,
    body
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {},
  );
  if (!answer.ok) throw new Error('The payment window could not be opened.');
  return (await answer.json()) as { amount?: Amount; payerId?: string; payerEmail?: string };
}

/** The provider's window: what the buyer chose there. */
function openWindow({ texts }: Page, amount: Amount): Promise<Choice> {
  return new Promise((choose) => {
    const dialog = make('dialog', '', {
      border: '1px solid var(--color-line, #ddd)',
      borderRadius: 'var(--radius-card, 12px)',
      padding: '24px',
      width: 'min(360px, 90vw)',
      margin: 'auto',
      background: PLAIN[0],
      color: PLAIN[1],
      font: `16px/1.5 ${TYPE}`,
    });
    const { label, language } = texts;
    dialog.setAttribute('aria-label', label ?? 'PayPal');
    const { value, currency_code: currency } = amount;
    const describe =
      language === 'en' || !currency
        ? `$${value} ${currency}`
        : isolate(Number(value).toLocaleString(language, { style: 'currency', currency }));
    const end = (choice: Choice) => {
      dialog.remove();
      choose(choice);
    };
    const button = (text: string, colors: [string, string], choice: Choice) => {
      const button = pill(text, colors);
      button.addEventListener('click', () => end(choice));
      return button;
    };
    dialog.append(
      make('p', label ?? 'PayPal', { font: `700 20px/1.3 ${TYPE}`, margin: '0 0 4px' }),
      make('p', texts.hint, {
        margin: '0 0 16px',
        color: 'var(--color-ink-soft, #444)',
      }),
      button(texts.pay.replace('{0}', describe), STRONG, 'approve'),
      button(texts.decline, PLAIN, 'decline'),
      button(texts.fail, PLAIN, 'error'),
      button(texts.cancel, PLAIN, 'cancel'),
    );
    dialog.addEventListener('cancel', () => end('cancel'));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** In one piece, where one reads from right to left: the sign would leave its number. */
function isolate(amount: string): string {
  return `\u2066${amount.replaceAll('\u200f', '')}\u2069`;
}

async function pay(page: Page, options: ButtonOptions, source: string): Promise<void> {
  try {
    const click = { resolve: () => true, reject: () => false };
    if (options.onClick?.({ fundingSource: source }, click) === false) return;
    const orderID = await options.createOrder?.({ paymentSource: source }, {});
    if (!orderID) throw new Error('Expected an order id to be passed.');
    const { amount } = await post(page, `/checkoutnow/${orderID}`);
    const choice = await openWindow(page, amount ?? { value: '?', currency_code: '' });
    if (choice === 'cancel') return options.onCancel?.({ orderID }, { redirect: () => {} });
    if (choice === 'error') throw new Error('The payment window broke.');
    const { payerId, payerEmail } = await post(page, `/checkoutnow/${orderID}/approve`, {
      outcome: choice === 'decline' ? 'DECLINED' : 'COMPLETED',
    });
    await options.onApprove?.(
      { orderID, payerID: payerId, paymentID: orderID, billingToken: null, facilitatorAccessToken: '' },
      {
        order: {
          get: () =>
            Promise.resolve({ id: orderID, payer: { payer_id: payerId, email_address: payerEmail } }),
        },
        restart: () => pay(page, options, source),
        redirect: (url: string) => window.location.assign(url),
      },
    );
  } catch (error) {
    options.onError?.(error);
  }
}

function makeLabel(text: string): HTMLElement {
  return make('p', text, {
    margin: '0 0 8px',
    padding: '6px 10px',
    borderRadius: '4px',
    background: 'color-mix(in oklab, var(--color-warn, #5c4400) 14%, transparent)',
    color: 'var(--color-warn, #5c4400)',
    font: `600 14px/1.4 ${TYPE}`,
  });
}

/** `paypal.Buttons(options)` */
function Buttons(page: Page, options: ButtonOptions = {}) {
  const { color = 'gold', shape = 'rect' } = options.style ?? {};
  const colors: Record<string, [string, string]> = {
    blue: ['#0070ba', '#fff'],
    gold: ['#ffc439', '#111'],
    silver: ['#eee', '#111'],
    white: ['#fff', '#111'],
    black: ['#2c2e2f', '#fff'],
  };
  const sources: [string, string, [string, string]][] = [
    ['paypal', 'PayPal', colors[color] ?? ['#ffc439', '#111']],
    ['card', page.texts.card, ['#2c2e2f', '#fff']],
  ];
  const box = make('div', '');
  let enabled = true;
  const setEnabled = (now: boolean) => Promise.resolve(void (enabled = now));
  if (page.texts.label) box.append(makeLabel(page.texts.label));
  for (const [source, text, buttonColors] of sources) {
    if (options.fundingSource && options.fundingSource !== source) continue;
    const button = pill(text, buttonColors, shape);
    button.addEventListener('click', () => {
      if (!enabled) return;
      button.disabled = true;
      void pay(page, options, source).finally(() => {
        button.disabled = false;
      });
    });
    box.append(button);
  }
  return {
    isEligible: () => true,
    hasReturned: () => false,
    updateProps: () => Promise.resolve(),
    close: () => Promise.resolve(box.remove()),
    render: (target: string | HTMLElement) => {
      const parent = typeof target === 'string' ? document.querySelector(target) : target;
      if (!parent) return Promise.reject(new Error('Document is ready and element does not exist.'));
      parent.append(box);
      options.onInit?.({}, { enable: () => setEnabled(true), disable: () => setEnabled(false) });
      return Promise.resolve();
    },
  };
}
