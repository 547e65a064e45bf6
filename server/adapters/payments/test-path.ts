/** Where the built-in provider of PAYMENTS=test is mounted on this server. */
export const TEST_PAYMENTS_PATH = '/test-payments';
