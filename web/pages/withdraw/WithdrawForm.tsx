import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { toAsciiDigits } from '#contract/text/digits.ts';
import { AuthCard } from '#web/accounts/AuthCard.tsx';
import { emailProblem } from '#web/accounts/person.rules.ts';
import { ApiError } from '#web/app/client/call.ts';
import { useConfig } from '#web/app/config.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { OwnerText } from '#web/app/i18n/OwnerText.tsx';
import { idIn } from '#web/app/page.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { useDeclareWithdrawal } from '#web/withdrawals/withdrawals.queries.ts';

interface Values {
  orderId: string;
  email: string;
}

const readNumber = (typed: string): number | null => idIn(toAsciiDigits(typed).replaceAll(/[\s#]/g, ''));

function check({ orderId, email }: Values): Partial<Values> {
  const problem = emailProblem(email);
  return {
    ...(readNumber(orderId) === null && { orderId: t`Please enter your order number.` }),
    ...(problem && { email: problem }),
  };
}

/** Order number and email, then what is declared, then the link that was sent. `orderKey`: this order needs no link. */
export function WithdrawForm({
  orderId,
  email,
  orderKey,
}: {
  orderId: number | null;
  email: string;
  orderKey: string | null;
}) {
  const declare = useDeclareWithdrawal();
  const fields = useFields<Values>({ orderId: orderId === null ? '' : String(orderId), email });
  const [step, setStep] = useState<'form' | 'review' | 'sent'>(orderKey && email ? 'review' : 'form');
  const given = { orderId: readNumber(fields.values.orderId) ?? 0, email: fields.values.email.trim() };
  const key = given.orderId === orderId ? orderKey : null;
  const next = {
    ...declare,
    mutateAsync: async () => {
      if (step === 'review') await declare.mutateAsync({ ...given, orderKey: key });
    },
  };
  const form = useForm(fields, next, {
    check,
    onSent: () => setStep(step === 'form' ? 'review' : 'sent'),
    onFailed: (error) => {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setStep('form');
    },
  });
  return (
    <AuthCard title={titleOf(step, key !== null)} text={step === 'form' && <Instructions />}>
      <FormNotice>{step === 'sent' && <Sent {...given} isDeclared={key !== null} />}</FormNotice>
      {step !== 'sent' && (
        <Form
          form={form}
          button={step === 'form' ? t`Continue` : t`Confirm withdrawal`}
          whole
          beside={
            step === 'review' && (
              <Button
                variant="quiet"
                onClick={() => {
                  declare.reset();
                  setStep('form');
                }}
              >
                {t`Back`}
              </Button>
            )
          }
        >
          {step === 'review' ? (
            <Review {...given} isDirect={key !== null} />
          ) : (
            <>
              <Field
                label={t`Order number`}
                {...form.field('orderId')}
                inputMode="numeric"
                autoComplete="off"
                aria-required="true"
              />
              <Field
                label={t`Email`}
                {...form.field('email')}
                type="email"
                autoComplete="email"
                aria-required="true"
                hint={t`The email you paid with, or the one in your account.`}
              />
            </>
          )}
        </Form>
      )}
    </AuthCard>
  );
}

function titleOf(step: 'form' | 'review' | 'sent', isDirect: boolean): string {
  if (step !== 'sent') return t`Withdraw from a contract`;
  return isDirect ? t`Withdrawal declared` : t`Check your email`;
}

function Instructions() {
  const { withdrawalText } = useConfig();
  return (
    <span className="whitespace-pre-line wrap-anywhere">
      {withdrawalText === null ? (
        t`You can withdraw from a contract within the withdrawal period without giving a reason. Enter your order number and email, review your declaration and confirm it. We’ll email you a receipt.`
      ) : (
        <OwnerText of="withdrawalText" />
      )}
    </span>
  );
}

function Review({ orderId, email, isDirect }: { orderId: number; email: string; isDirect: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  // to be read before the next press
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <p>{t`Please review your declaration:`}</p>
      <blockquote className="rounded-control bg-raised px-4 py-3 font-semibold">
        {t`I withdraw from the contract for order #${orderId}.`}
      </blockquote>
      <p className="wrap-anywhere text-ink-soft">
        {isDirect
          ? t`We’ll send a receipt to ${email}.`
          : t`We’ll send a link to ${email}. Your withdrawal is declared when you confirm it there.`}
      </p>
    </div>
  );
}

function Sent({ orderId, email, isDeclared }: { orderId: number; email: string; isDeclared: boolean }) {
  return (
    <span className="wrap-anywhere">
      {isDeclared
        ? t`You declared that you withdraw from the contract for order #${orderId}. A receipt is on its way to ${email}.`
        : t`If ${email} belongs to order #${orderId}, we’ve sent a link there. Your withdrawal is declared only when you open it and confirm.`}
    </span>
  );
}
