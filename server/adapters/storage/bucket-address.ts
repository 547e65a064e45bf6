/** Where a bucket of `s3://bucket/prefix?endpoint=…&region=…` is, without a slash at its end. */
export function bucketAddress({ hostname: bucket, searchParams }: URL): string {
  const endpoint = searchParams.get('endpoint')?.replace(/\/+$/, '');
  if (endpoint) return `${endpoint}/${bucket}`;
  const service = `s3.${regionOf(searchParams)}.amazonaws.com`;
  // a wildcard certificate covers a single level of subdomains
  return bucket.includes('.') ? `https://${service}/${bucket}` : `https://${bucket}.${service}`;
}

export const regionOf = (options: URLSearchParams): string =>
  options.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1';
