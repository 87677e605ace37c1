import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

const forEveryone = [
  ['My orders', '/dashboard/myOrders'],
  ['My favorites', '/dashboard/favorites'],
]
const forEveryoneLast = [
  ['Saved searches', '/dashboard/savedSearches'],
  ['My account', '/dashboard/account'],
]
const forSellers = [
  ['Add a product', '/dashboard/AddProduct'],
  ['My products', '/dashboard/MyProducts'],
  ['Earnings', '/dashboard/earnings'],
]
const forAdmins = [
  ['All sellers', '/dashboard/AllSellers'],
  ['All buyers', '/dashboard/AllBuyers'],
  ['All admins', '/dashboard/AllAdmins'],
  ['All orders', '/dashboard/AllOrders'],
  ['Cases', '/dashboard/cases'],
  ['Reports', '/dashboard/reports'],
  ['Categories', '/dashboard/Categories'],
  ['Money', '/dashboard/Money'],
  ['Audit', '/dashboard/audit'],
  ['Flagged prices', '/dashboard/FlaggedPrices'],
]

it.each([
  ['BUYER', [...forEveryone, ...forEveryoneLast]],
  ['SELLER', [...forEveryone, ...forSellers, ...forEveryoneLast]],
  ['ADMIN', [...forEveryone, ...forAdmins, ...forEveryoneLast]],
] as const)('the dashboard welcomes a %s, with a side menu of what is theirs to do', async (role, menu) => {
  openApp({ path: '/dashboard', role })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome To Dashboard' })).toBeVisible()
  const links = within(screen.getByRole('navigation', { name: 'Dashboard' })).getAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual(menu)
})
