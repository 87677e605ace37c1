import type { ListedCase } from '@second-ring/contracts/claims/case'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '#testing/open-app.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { shownName } from '#ui/shown-name.ts'

const AT = '2026-01-05T12:00:00.000Z'
const item = {
  ...{ priceCents: 20_000, buyerName: 'Ben', sellerName: 'Sana', disputed: false },
  ...{ caseOpenedAt: AT, dueAt: '2026-01-08T12:00:00.000Z', decidedAt: null },
  ...{ decidedByName: null, outcome: null },
}
const orderId = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`
const items: ListedCase[] = [
  { ...item, orderId: orderId(1), kind: 'handover', productName: 'Pixel 8', reason: null, state: null, overdue: true },
  {
    ...{ ...item, orderId: orderId(2), kind: 'claim', productName: 'Nova 5', overdue: false },
    ...{ reason: 'DOES_NOT_WORK', state: 'UNDECIDED' },
  },
  {
    ...{ ...item, orderId: orderId(3), kind: 'protection', productName: 'Aurora 12', overdue: false },
    ...{ reason: null, state: null },
  },
]

it('claims and handovers stand in one queue, each leads to its case, and what is overdue says so', async () => {
  openApp({
    path: '/dashboard/cases',
    role: 'ADMIN',
    answers: { 'cases.list': () => ({ items, nextCursor: null }), 'cases.open': () => ({ open: 2, overdue: 1 }) },
  })
  const handover = await screen.findByRole('link', { name: 'Pixel 8' })
  expect(handover).toHaveAttribute('href', `/dashboard/cases/${orderId(1)}`)
  const row = within(handover.closest('li') as HTMLElement)
  expect(row.getByText('Overdue')).toBeVisible()
  expect(row.getByText(/^Was it handed over\?/)).toBeVisible()
  expect(row.getByText(/^Decide by /)).toBeVisible()
  const claim = screen.getByRole('link', { name: 'Nova 5' })
  expect(claim).toHaveAttribute('href', `/dashboard/cases/${orderId(2)}`)
  const other = within(claim.closest('li') as HTMLElement)
  expect(other.getByText('It does not work')).toBeVisible()
  expect(other.queryByText('Overdue')).toBeNull()
  const suspended = within(screen.getByRole('link', { name: 'Aurora 12' }).closest('li') as HTMLElement)
  expect(suspended.getByText(/^The buyer is suspended\./)).toBeVisible()
})

it('what was decided says what it was, when and by whom, also twice of one deal', async () => {
  const decided = { ...item, orderId: orderId(1), productName: 'Pixel 8', dueAt: null, overdue: false, decidedAt: AT }
  const of = { ...decided, decidedByName: 'Alex Admin' }
  const claim = { ...of, kind: 'claim', reason: 'DOES_NOT_WORK', state: 'REFUNDED' } as const
  const handover = { ...of, kind: 'handover', reason: null, state: null, decidedByName: '' } as const
  const decisions: ListedCase[] = [
    claim,
    { ...handover, outcome: 'HANDED_OVER' },
    { ...handover, orderId: orderId(2), productName: 'Nova 5', outcome: 'REFUNDED' },
  ]
  openApp({
    path: '/dashboard/cases?filter=decided',
    role: 'ADMIN',
    answers: { 'cases.list': () => ({ items: decisions, nextCursor: null }) },
  })
  const links = await screen.findAllByRole('link', { name: /Pixel 8|Nova 5/ })
  const rows = links.map(link => within(link.closest('li') as HTMLElement))
  expect(rows[0]?.getByText(`Decided by Alex Admin on ${exactMoment(AT)}`)).toBeVisible()
  expect(rows[0]?.getByText('Refunded')).toBeVisible()
  expect(rows[1]?.getByText('Handed over')).toBeVisible()
  expect(rows[1]?.getByText(/^Was it handed over\? The seller said so/)).toBeVisible()
  expect(rows[1]?.getByText(`Decided by ${shownName('')} on ${exactMoment(AT)}`)).toBeVisible()
  expect(rows[2]?.getByText('Refunded')).toBeVisible()
})
