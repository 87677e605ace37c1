import type { Market } from '@second-ring/testkit'

interface Readers {
  buyerId: string
  sellerId: string
  adminId: string
  categoryId: string
}

/** The second page of each list by the targets that read it; a cursor is good for the very list that gave it. */
export async function cursorsOf(market: Market, { buyerId, sellerId, adminId, categoryId }: Readers) {
  const [anyone, buyer, seller, admin] = [market.anonymous(), ...[buyerId, sellerId, adminId].map(id => market.as(id))]
  if (!buyer || !seller || !admin) return {}
  const limit = 1
  const lists = {
    category: await anyone.listings.byCategory({ categoryId, limit }),
    bySeller: await anyone.listings.bySeller({ sellerId, limit }),
    advertised: await anyone.listings.advertised({ limit }),
    own: await seller.listings.mine({ limit }),
    orders: await buyer.orders.mine({ limit }),
    allOrders: await admin.orders.all({ limit }),
    notices: await seller.notices.list({ limit }),
    buyers: await admin.accounts.list({ role: 'BUYER', limit }),
    sellers: await admin.accounts.list({ role: 'SELLER', limit }),
    reports: await admin.reports.queue({ limit }),
    audit: await admin.audit.list({ limit }),
  }
  const read: Record<string, keyof typeof lists> = {
    'listings.byCategory': 'category',
    'GET /categories/:id': 'category',
    'listings.bySeller': 'bySeller',
    'listings.advertised': 'advertised',
    'GET /getAddProduct': 'advertised',
    'listings.mine': 'own',
    'GET /getProduct': 'own',
    'orders.mine': 'orders',
    'GET /orders': 'orders',
    'orders.all': 'allOrders',
    'notices.list': 'notices',
    'accounts.list': 'buyers',
    'GET /users/Buyer': 'buyers',
    'GET /users/Seller': 'sellers',
    'reports.queue': 'reports',
    'audit.list': 'audit',
  }
  return Object.fromEntries(Object.entries(read).map(([target, list]) => [target, lists[list].nextCursor ?? 'x']))
}
