import { plain, type Samples } from './sample.ts';

const PRODUCT = {
  name: 'Sample',
  price: 9.99,
  description: 'A sample',
  image: '/products/sample.svg',
  category: 'Classic',
};

export const shopSamples: Samples = {
  products: {},
  product: { params: { id: 999_999 } },
  cart: {},
  addToCart: { body: { productId: 999_999, quantity: 1 } },
  removeFromCart: { query: { productId: 999_999 } },
  updateCart: { query: { productId: 999_999, quantity: 1 } },
  clearCart: {},
  mergeCart: { body: { key: 'sample-key-1', items: [] } },
  adminProducts: {},
  createProduct: { body: PRODUCT },
  updateProduct: { params: { id: 999_999 }, body: PRODUCT },
  uploadPicture: {},
};

export const discountCodesSamples: Samples = {
  ...plain('list', 'remove', 'options'),
  create: { body: { code: 'SAMPLE', kind: 'PERCENT', value: 10 } },
  change: { body: { value: 20 } },
};
export const shippingZonesSamples: Samples = {
  list: {},
  replace: { body: [{ countries: ['DE'], price: 5 }] },
};
export const taxRatesSamples: Samples = {
  ...plain('list', 'exportCsv', 'importCsv'),
  replace: { body: [{ country: 'DE', rate: 19 }] },
};
export const stockSamples: Samples = { movements: {}, movementsCsv: {} };
export const productTagsSamples: Samples = {
  list: {},
  save: { body: [] },
  videos: {},
  sales: {},
};
