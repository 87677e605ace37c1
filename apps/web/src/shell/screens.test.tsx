import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listingPage } from '#testing/listing-page.ts'
import { type Answers, openApp } from '#testing/open-app.tsx'
import { order } from '#testing/order.ts'

const id = '0190a000-0000-7000-8000-000000000001'
const nothing = () => ({ items: [], nextCursor: null })
const answers: Answers = {
  'catalog.categories': () => [],
  'catalog.managed': () => [],
  'catalog.category': () => ({ id, name: 'Pixel', slug: 'pixel', image: { url: '/a.webp' } }),
  'listings.advertised': nothing,
  'listings.byCategory': nothing,
  'listings.favorites': nothing,
  'listings.favoriteIds': () => [],
  'listings.mine': nothing,
  'orders.mine': nothing,
  'orders.byId': () => ({ ...order, state: 'PAID' }),
  'accounts.list': nothing,
  'orders.all': nothing,
  'audit.list': nothing,
  'listings.get': () => listingPage,
  'listings.similar': () => [],
  'listings.flagged': nothing,
  'search.saved': () => [],
}

it.each([
  ['/', undefined, 'Home'],
  ['/login', undefined, 'Login'],
  ['/signup', undefined, 'Signup'],
  ['/blog', undefined, 'Blog'],
  ['/terms', undefined, 'Terms'],
  ['/privacy', undefined, 'Privacy'],
  ['/about', undefined, 'About'],
  ['/search', undefined, 'Search'],
  ['/search?q=iphone%2013', undefined, 'iphone 13 · Search'],
  [`/listings/${id}`, undefined, 'Pixel 8'],
  ['/nothing/here', undefined, 'Page not found'],
  ['/dashboard/nothing', 'BUYER', 'Page not found'],
  [`/singleCategories/${id}`, 'BUYER', 'All phones'],
  ['/dashboard', 'BUYER', 'Dashboard'],
  ['/dashboard/myOrders', 'BUYER', 'My orders'],
  ['/dashboard/favorites', 'BUYER', 'My favorites'],
  [`/dashboard/payment/${id}`, 'BUYER', 'Payment'],
  ['/dashboard/AddProduct', 'SELLER', 'Add a product'],
  ['/dashboard/MyProducts', 'SELLER', 'My products'],
  ['/dashboard/earnings', 'SELLER', 'Earnings'],
  ['/dashboard/AllBuyers', 'ADMIN', 'All buyers'],
  ['/dashboard/AllSellers', 'ADMIN', 'All sellers'],
  ['/dashboard/AllAdmins', 'ADMIN', 'All admins'],
  ['/dashboard/AllOrders', 'ADMIN', 'All orders'],
  ['/dashboard/cases', 'ADMIN', 'Cases'],
  ['/dashboard/reports', 'ADMIN', 'Reports'],
  ['/dashboard/Categories', 'ADMIN', 'Categories'],
  ['/dashboard/audit', 'ADMIN', 'Audit'],
  ['/dashboard/savedSearches', 'BUYER', 'Saved searches'],
  ['/dashboard/FlaggedPrices', 'ADMIN', 'Flagged prices'],
  ['/dashboard/account', 'BUYER', 'My account'],
] as const)('%s is named after its screen and the product', async (path, role, name) => {
  openApp({ path, ...(role && { role }), answers })
  await waitFor(() => expect(document.title).toBe(`${name} | Second Ring`))
})
