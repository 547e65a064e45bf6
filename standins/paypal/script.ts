/**
 * A script with the behaviour of PayPal's `paypal.Buttons`: create, then the buyer approves, cancels, is declined, or
 * something breaks. Only what a strict content policy allows: no inline style attributes, no markup from strings.
 */
export function sdkScript(label: string | null): string {
  return `(${browserPart.toString()})(${JSON.stringify(label)});`;
}

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

/** Runs in the page; it must not reach for anything outside itself. */
function browserPart(label: string | null): void {
  // where the script came from, there the rest is
  const baseUrl = (document.currentScript as HTMLScriptElement).src.replace(/\/sdk\/js.*$/, '');
  const COLORS: Record<string, [string, string]> = {
    blue: ['#0070ba', '#fff'],
    gold: ['#ffc439', '#111'],
    silver: ['#eee', '#111'],
    white: ['#fff', '#111'],
    black: ['#2c2e2f', '#fff'],
  };
  const paint = (element: HTMLElement, style: Partial<CSSStyleDeclaration>) =>
    Object.assign(element.style, style);
  const make = <K extends keyof HTMLElementTagNameMap>(
    tag: K,
    text: string,
    style: Partial<CSSStyleDeclaration> = {},
  ) => {
    const element = document.createElement(tag);
    element.textContent = text;
    paint(element, style);
    return element;
  };
  const pill = (text: string, [ground, ink]: [string, string], shape = 'rect') => {
    const button = make('button', text, {
      display: 'block',
      width: '100%',
      minHeight: '45px',
      margin: '0 0 10px',
      border: '1px solid rgb(0 0 0 / 15%)',
      borderRadius: shape === 'pill' ? '23px' : '4px',
      background: ground,
      color: ink,
      font: '600 16px/1.2 system-ui, sans-serif',
      cursor: 'pointer',
    });
    button.type = 'button';
    return button;
  };

  const ask = async (path: string, body?: object) => {
    const answer = await fetch(
      baseUrl + path,
      body
        ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {},
    );
    if (!answer.ok) throw new Error('The payment window could not be opened.');
    return (await answer.json()) as {
      amount?: { value: string; currency_code: string };
      payerId?: string;
      payerEmail?: string;
    };
  };

  /** The provider's window: what the buyer chose there. */
  const openWindow = (amount: { value: string; currency_code: string }) =>
    new Promise<'approve' | 'decline' | 'cancel' | 'error'>((choose) => {
      const dialog = make('dialog', '', {
        border: '0',
        borderRadius: '12px',
        padding: '24px',
        width: 'min(360px, 90vw)',
        margin: 'auto',
        background: '#fff',
        color: '#111',
        font: '16px/1.5 system-ui, sans-serif',
      });
      dialog.setAttribute('aria-label', label ?? 'PayPal');
      const end = (choice: 'approve' | 'decline' | 'cancel' | 'error') => {
        dialog.remove();
        choose(choice);
      };
      const button = (
        text: string,
        colors: [string, string],
        choice: 'approve' | 'decline' | 'cancel' | 'error',
      ) => {
        const made = pill(text, colors);
        made.addEventListener('click', () => end(choice));
        return made;
      };
      dialog.append(
        make('p', label ?? 'PayPal', { font: '700 20px/1.3 system-ui, sans-serif', margin: '0 0 4px' }),
        make('p', label ? 'No real money moves. Choose what happens.' : 'Choose what happens.', {
          margin: '0 0 16px',
          color: '#444',
        }),
        button('Pay $' + amount.value + ' ' + amount.currency_code, ['#0070ba', '#fff'], 'approve'),
        button('Decline the payment', ['#eee', '#111'], 'decline'),
        button('Break with an error', ['#eee', '#111'], 'error'),
        button('Cancel and return', ['#fff', '#111'], 'cancel'),
      );
      dialog.addEventListener('cancel', () => end('cancel'));
      document.body.append(dialog);
      dialog.showModal();
    });

  const pay = async (options: ButtonOptions, source: string): Promise<void> => {
    try {
      if (
        options.onClick?.({ fundingSource: source }, { resolve: () => true, reject: () => false }) === false
      )
        return;
      const orderID = await options.createOrder?.({ paymentSource: source }, {});
      if (!orderID) throw new Error('Expected an order id to be passed.');
      const { amount } = await ask('/checkoutnow/' + orderID);
      const choice = await openWindow(amount ?? { value: '?', currency_code: '' });
      if (choice === 'cancel') return options.onCancel?.({ orderID }, { redirect: () => {} });
      if (choice === 'error') throw new Error('The payment window broke.');
      const { payerId, payerEmail } = await ask('/checkoutnow/' + orderID + '/approve', {
        outcome: choice === 'decline' ? 'DECLINED' : 'COMPLETED',
      });
      await options.onApprove?.(
        { orderID, payerID: payerId, paymentID: orderID, billingToken: null, facilitatorAccessToken: '' },
        {
          order: {
            get: () =>
              Promise.resolve({ id: orderID, payer: { payer_id: payerId, email_address: payerEmail } }),
          },
          restart: () => pay(options, source),
          redirect: (url: string) => window.location.assign(url),
        },
      );
    } catch (error) {
      options.onError?.(error);
    }
  };

  const Buttons = (options: ButtonOptions = {}) => {
    let box: HTMLElement | null = null;
    let enabled = true;
    return {
      isEligible: () => true,
      hasReturned: () => false,
      updateProps: () => Promise.resolve(),
      close: () => {
        box?.remove();
        box = null;
        return Promise.resolve();
      },
      render: (target: string | HTMLElement) => {
        const parent = typeof target === 'string' ? document.querySelector(target) : target;
        if (!parent) return Promise.reject(new Error('Document is ready and element does not exist.'));
        box = make('div', '');
        if (label)
          box.append(
            make('p', label, {
              margin: '0 0 8px',
              padding: '6px 10px',
              borderRadius: '4px',
              background: '#fff3cd',
              color: '#5c4400',
              font: '600 14px/1.4 system-ui, sans-serif',
            }),
          );
        const { color = 'gold', shape = 'rect' } = options.style ?? {};
        const sources: [string, string, [string, string]][] = [
          ['paypal', 'PayPal', COLORS[color] ?? ['#ffc439', '#111']],
          ['card', 'Debit or Credit Card', ['#2c2e2f', '#fff']],
        ];
        for (const [source, text, colors] of sources) {
          if (options.fundingSource && options.fundingSource !== source) continue;
          const button = pill(text, colors, shape);
          button.addEventListener('click', () => {
            if (!enabled) return;
            button.disabled = true;
            void pay(options, source).finally(() => {
              button.disabled = false;
            });
          });
          box.append(button);
        }
        parent.append(box);
        options.onInit?.(
          {},
          {
            enable: () => Promise.resolve(void (enabled = true)),
            disable: () => Promise.resolve(void (enabled = false)),
          },
        );
        return Promise.resolve();
      },
    };
  };
  Object.assign(window, {
    paypal: { Buttons, FUNDING: { PAYPAL: 'paypal', CARD: 'card' }, version: '5.0.0-standin' },
  });
}
