import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { orderDetails } from '#testing/order-details.ts'
import { renderWithApi } from '#testing/render-with-api.tsx'
import DecideCaseDialog from './decide-case-dialog.tsx'

const decide = vi.fn((_: unknown) => ({ orderId: 'order' }))

it('gives all of what is left back by its own name, and not as a part', async () => {
  const decisions = ['REFUND', 'REFUND_PART', 'RELEASE'] as const
  renderWithApi(
    <DecideCaseDialog
      order={orderDetails({ priceCents: 9000 })}
      leftCents={8000}
      decisions={[...decisions]}
      onClose={vi.fn()}
    />,
    { 'cases.decide': decide },
  )
  await userEvent.click(screen.getByRole('radio', { name: /^A part of the money goes back/ }))
  expect(screen.getByText('Less than $80. The seller gets the rest, less the fee.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('How much goes back?'), '80')
  await userEvent.type(screen.getByLabelText('Reason'), 'The pictures show it')
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  expect(
    await screen.findByText(
      'A part is less than all of it: enter less than $80. For all of it, choose “All of the money goes back”.',
    ),
  ).toBeVisible()
  expect(decide).not.toHaveBeenCalled()
  await userEvent.clear(screen.getByLabelText('How much goes back?'))
  await userEvent.type(screen.getByLabelText('How much goes back?'), '79')
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  await vi.waitFor(() =>
    expect(decide).toHaveBeenCalledWith(expect.objectContaining({ refundCents: 7900, leftCents: 8000 })),
  )
})
