import { expect, it } from 'vitest';
import { banner } from './banner.ts';
import { readSettings } from './settings.ts';

it('shows the address, the data folder and which services are real, embedded or off', () => {
  const text = banner(readSettings({ PORT: '4321', DATA_DIR: '/srv/data' }));
  expect(text).toContain('LLL is ready at http://localhost:4321');
  expect(text).toMatch(/Database +embedded PostgreSQL, \/srv\/data\/postgres/);
  expect(text).toMatch(/Mail +off, written as files to \/srv\/data\/mail/);
  expect(text).toMatch(/Payments +test/);
});

it('contains no secrets', () => {
  const text = banner(
    readSettings({
      DATABASE_URL: 'postgres://lll:hush1@db.example:5432/lll?password=hush2',
      STORAGE_URL: 's3://hush3:hush4@bucket/prefix?secretKey=hush5',
      SMTP_URL: 'smtp://user:hush6@mail.example:587',
      PAYPAL_CLIENT_ID: 'id',
      PAYPAL_CLIENT_SECRET: 'hush7',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'hush8',
      YOUTUBE_API_KEY: 'hush9',
      ADMIN_PASSWORD: 'hush-hush',
      METRICS_TOKEN: 'hush-hush-hush',
      GEOCODER_URL: 'https://user:hush0@places.example/',
    }),
  );
  expect(text).toMatch(/Database +external, postgres:\/\/db.example:5432\/lll\n/);
  expect(text).toMatch(/Payments +PayPal sandbox/);
  expect(text).not.toContain('hush');
});
