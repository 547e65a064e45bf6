/**
 * Why a stock changed. SALE: taken for a payment. RELEASED: that payment failed. CANCELLED: the order was. RETURNED: put
 * back with a refund. ADJUSTED: by an admin.
 */
const STOCK_REASONS = ['ADJUSTED', 'SALE', 'RELEASED', 'CANCELLED', 'RETURNED'] as const;
export type StockReason = (typeof STOCK_REASONS)[number];
