import type { Claim } from '@second-ring/contracts/claims/claim'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { claim } from '#testing/claim.ts'
import { orderDetails } from '#testing/order-details.ts'
import { renderWithApi } from '#testing/render-with-api.tsx'
import AnswerClaimDialog from './answer-claim-dialog.tsx'

const answer = vi.fn((_: unknown) => ({ orderId: 'order' }))
beforeEach(() => answer.mockClear())

function show(wanted: Partial<Claim>) {
  const order = { ...orderDetails({ priceCents: 9000, viewer: 'seller' }), claim: claim(wanted) }
  renderWithApi(<AnswerClaimDialog order={order} onClose={vi.fn()} />, { 'claims.answer': answer })
}

async function offer(amount: string) {
  await userEvent.click(screen.getByRole('radio', { name: /^I offer a part/ }))
  const field = screen.getByLabelText('How much?')
  await userEvent.clear(field)
  await userEvent.type(field, amount)
}
const send = () => userEvent.click(screen.getByRole('button', { name: /^(Send the answer|Offer \$)/ }))
const part = { wish: 'PART', wishCents: 2000 } as const

it.each([
  [part, 'The buyer asked for $20.'],
  [{}, 'For all of it, choose “I agree”.'],
  [{ wish: 'RETURN' }, 'The buyer wants to give the phone back.'],
] as const)('sends no offer of all that was paid where %o is wanted', async (wanted, instead) => {
  show(wanted)
  await offer('90')
  await send()
  expect(await screen.findByText(`A part is less than all of it: enter less than $90. ${instead}`)).toBeVisible()
  await send()
  expect(answer).not.toHaveBeenCalled()
})

it('says what an offer beyond the wish gives away, and sends it by a second press alone', async () => {
  show(part)
  await offer('50')
  const said = screen.getByText(/^The buyer asked for \$20\. You offer \$50:/)
  expect(said).toHaveTextContent('$30 more than they asked for.')
  expect(said.closest('[role=status]')).not.toBeNull()
  await send()
  expect(said).toHaveTextContent('Nothing is sent yet. Press again if you mean it.')
  expect(answer).not.toHaveBeenCalled()
  // Another sum is asked about again.
  await offer('60')
  expect(screen.queryByRole('button', { name: /all the same/ })).toBeNull()
  await send()
  expect(answer).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'Offer $60 all the same' }))
  expect(answer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ answer: 'OFFERED', offerCents: 6000 }))
})

it.each([
  [part, '20'],
  [part, '5'],
  [{}, '50'],
] as const)('sends an offer within the wish %o at once, and says what comes of it', async (wanted, amount) => {
  show(wanted)
  await offer(amount)
  expect(screen.getByText(`If the buyer takes it, $${amount} goes back to them. The rest is yours, less the fee.`))
  await send()
  expect(answer).toHaveBeenCalledOnce()
})

it('says what agreeing gives away: the part, or all that is left', async () => {
  show(part)
  expect(screen.getByText('$20 goes back to the buyer. The rest is yours, less the fee.')).toBeVisible()
})

it('says of a part that is all that is left, as an earlier release took it, that all goes back', async () => {
  show({ wish: 'PART', wishCents: 8000, leftCents: 8000 })
  expect(screen.getByText('All that is left of the payment goes back to the buyer, who keeps the phone.')).toBeVisible()
})
