import { readFileSync } from 'node:fs'

const tree = new URL('../../apps/web/src/route-tree.gen.ts', import.meta.url)

/** The routes of the site's code, as patterns: `/listings/$listingId`. */
export function everyRoute(): string[] {
  const [, union = ''] = /fullPaths:((?:\s+\| '[^']*')+)/.exec(readFileSync(tree, 'utf8')) ?? []
  return [...new Set([...union.matchAll(/'(.*?)'/g)].map(([, path = '']) => path.replace(/(.)\/$/, '$1')))].sort()
}

/** The screens that a path leads to, by their routes; those of one role together. */
export type Screens = Record<string, string>

/** What everybody sees, with the pages of a listing. */
export const publicScreens = (pages: { category: string; seller: string; listingId: string }): Screens => ({
  '/': '/',
  '/$': '/nothing/here',
  '/about': '/about',
  '/account/action': '/account/action?mode=resetPassword&oobCode=none',
  '/blog': '/blog',
  '/blog/$article': '/blog/what-to-check',
  '/listings/$listingId': `/listings/${pages.listingId}`,
  '/login': '/login',
  '/mails/unsubscribe': '/mails/unsubscribe',
  '/phones/$categorySlug': pages.category,
  '/privacy': '/privacy',
  '/search': '/search?q=galaxy&condition=good',
  '/sellers/$sellerId': pages.seller,
  '/signup': '/signup',
  '/terms': '/terms',
})

/** `bookedId` is an order that is not paid yet, `orderId` one that is. */
export const buyerScreens = (of: { categoryId: string; bookedId: string; orderId: string }): Screens => ({
  '/dashboard': '/dashboard',
  '/dashboard/account': '/dashboard/account',
  '/dashboard/favorites': '/dashboard/favorites',
  '/dashboard/myOrders': '/dashboard/myOrders',
  '/dashboard/orders/$orderId': `/dashboard/orders/${of.orderId}`,
  '/dashboard/orders/$orderId/receipt': `/dashboard/orders/${of.orderId}/receipt`,
  '/dashboard/payment/$orderId': `/dashboard/payment/${of.bookedId}`,
  '/dashboard/savedSearches': '/dashboard/savedSearches',
  '/singleCategories/$categoryId': `/singleCategories/${of.categoryId}`,
})

/** `month` is one with a statement, `orderId` an order whose money was released. */
export const sellerScreens = ({ month, orderId }: { month: string; orderId: string }): Screens => ({
  '/dashboard/AddProduct': '/dashboard/AddProduct',
  '/dashboard/MyProducts': '/dashboard/MyProducts',
  '/dashboard/earnings': `/dashboard/earnings?month=${month}`,
  '/dashboard/orders/$orderId/invoice': `/dashboard/orders/${orderId}/invoice`,
})

/** `orderId` is an order with a claim. */
export const adminScreens = ({ userId, orderId }: { userId: string; orderId: string }): Screens => ({
  '/dashboard/AllAdmins': '/dashboard/AllAdmins',
  '/dashboard/AllBuyers': '/dashboard/AllBuyers',
  '/dashboard/AllOrders': '/dashboard/AllOrders',
  '/dashboard/AllSellers': '/dashboard/AllSellers',
  '/dashboard/Categories': '/dashboard/Categories',
  '/dashboard/FlaggedPrices': '/dashboard/FlaggedPrices',
  '/dashboard/Money': '/dashboard/Money',
  '/dashboard/audit': '/dashboard/audit',
  '/dashboard/bannedEmails': '/dashboard/bannedEmails',
  '/dashboard/cases': '/dashboard/cases',
  '/dashboard/cases/$orderId': `/dashboard/cases/${orderId}`,
  '/dashboard/reports': '/dashboard/reports',
  '/dashboard/users/$userId': `/dashboard/users/${userId}`,
})
