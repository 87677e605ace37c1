import type { Order } from '@second-ring/contracts/orders/order'
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, openApp } from './open-app.tsx'

const id = '0190a000-0000-7000-8000-000000000001'
const nothing = () => ({ items: [], nextCursor: null })
const order: Order = {
  id,
  listingId: id,
  productName: 'Pixel 8',
  image: { url: '/images/a.webp' },
  priceCents: 24_999,
  buyerName: 'Ben',
  buyerEmail: 'ben@x.test',
  meetingPlace: 'Café Central',
  phone: '5550100199',
  state: 'PAID',
  reservedUntil: '2026-11-22T12:00:00.000Z',
  placedAt: '2026-11-20T12:00:00.000Z',
}
const answers: Answers = {
  'catalog.categories': () => [],
  'catalog.category': () => ({ id, name: 'Pixel', slug: 'pixel', image: { url: '/a.webp' } }),
  'listings.advertised': nothing,
  'listings.byCategory': nothing,
  'listings.favorites': nothing,
  'listings.favoriteIds': () => [],
  'listings.mine': nothing,
  'orders.mine': nothing,
  'orders.byId': () => order,
  'accounts.list': nothing,
}

it.each([
  ['/', undefined, 'Home'],
  ['/login', undefined, 'Login'],
  ['/signup', undefined, 'Signup'],
  ['/blog', undefined, 'Blog'],
  ['/nothing/here', undefined, 'Page not found'],
  ['/dashboard/nothing', 'BUYER', 'Page not found'],
  [`/singleCategories/${id}`, 'BUYER', 'All phones'],
  ['/dashboard', 'BUYER', 'Dashboard'],
  ['/dashboard/myOrders', 'BUYER', 'My orders'],
  ['/dashboard/favorites', 'BUYER', 'My favorites'],
  [`/dashboard/payment/${id}`, 'BUYER', 'Payment'],
  ['/dashboard/AddProduct', 'SELLER', 'Add a product'],
  ['/dashboard/MyProducts', 'SELLER', 'My products'],
  ['/dashboard/AllBuyers', 'ADMIN', 'All buyers'],
  ['/dashboard/AllSellers', 'ADMIN', 'All sellers'],
] as const)('%s is named after its screen and the product', async (path, role, name) => {
  openApp({ path, ...(role && { role }), answers })
  await waitFor(() => expect(document.title).toBe(`${name} | Second Ring`))
})
