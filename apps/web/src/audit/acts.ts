interface Acts {
  /** What their names begin with. */
  prefix: string
  label: string
  acts: Record<string, string>
}

/** What the product writes down, by what it is done to. */
const groups: readonly Acts[] = [
  {
    prefix: 'account.',
    label: 'Accounts',
    acts: {
      'account.register': 'Signed up',
      'account.verify': 'Seller verified',
      'account.remove': 'Account removed',
      'account.grant-admin': 'Made an admin',
    },
  },
  {
    prefix: 'listing.',
    label: 'Products',
    acts: {
      'listing.create': 'Product posted',
      'listing.edit': 'Product edited',
      'listing.advertise': 'Product advertised',
      'listing.stop-advertising': 'Advertising stopped',
      'listing.remove': 'Product deleted',
    },
  },
  {
    prefix: 'order.',
    label: 'Orders',
    acts: {
      'order.place': 'Phone booked',
      'order.cancel': 'Booking cancelled',
      'order.expire': 'Booking expired',
      'order.pay': 'Order paid',
      'order.hand-over': 'Phone handed over',
      'order.refund': 'Order refunded',
    },
  },
  {
    prefix: 'payment.',
    label: 'Payments',
    acts: { 'payment.refund': 'Payment given back', 'payment.dispute': 'Payment disputed' },
  },
]

const labels = new Map(groups.flatMap(({ acts }) => Object.entries(acts)))

/** What was done, in words; an act that has none yet is named as it is. */
export function describeAct(action: string): string {
  return labels.get(action) ?? action
}

/** What one may look for; what the address names beside it is added. */
export function actOptions(chosen: string | undefined): { value: string; label: string }[] {
  const options = groups.flatMap(({ prefix, label, acts }) => [
    { value: prefix, label: `${label}: all` },
    ...Object.entries(acts).map(([value, act]) => ({ value, label: `${label}: ${act}` })),
  ])
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
