import { expect, test } from 'vitest';
import { presign } from './presign.ts';

// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
test('signs the example of its documentation as that does', () => {
  const address = presign(
    {
      method: 'GET',
      url: 'https://examplebucket.s3.amazonaws.com/test.txt',
      from: new Date('2013-05-24T00:00:00Z'),
      seconds: 86_400,
    },
    {
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
  );
  expect(new URL(address).searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});
